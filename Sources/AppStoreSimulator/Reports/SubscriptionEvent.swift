/// An event of one subscription, with the facts that the report of events names.
struct SubscriptionEvent: Hashable, Sendable {
  let day: PacificDay
  /// The name of the event in Apple's words.
  let name: String
  let product: String
  let group: String
  let conditions: Service.Conditions?
  let storefront: Storefront
  let isAfterAYear: Bool
  /// The paid periods in a row up to the event.
  let paidPeriods: Int
  /// The day of the first purchase of the chain.
  let originalStart: PacificDay
  /// The product before a change; blank without a change.
  var previousProduct = ""
  /// The reason for an end; blank for another event.
  var cancellationReason = ""
  /// The days for which the subscription had ended before a return; nil for another event.
  var daysCanceled: Int?
  /// The days of paid service that a return continues; nil for another event.
  var daysRecovered: Int64?
}
