/// A customer as Apple counts: purchases, periods and later changes, with the rate of each charge.
struct ReportedCustomer: Sendable {
  /// The present storefront. What was charged elsewhere has another one.
  private let present: Storefront
  /// The pseudonym in the report of subscribers.
  let subscriberID: String
  let happenings: [Happening]
  /// The paid service before each charge, in seconds, by transaction.
  let secondsBefore: [String: Int64]
  /// The transactions charged after a year of paid service.
  let afterAYear: Set<String>

  /// - Parameters:
  ///   - happenings: the customer's happenings in order.
  ///   - now: the present of the store in milliseconds since 1970.
  init(_ customer: StoreCustomer, _ happenings: [Happening], now: Int64) {
    present = customer.storefront
    subscriberID = ReportNumber.subscriber(customer.appTransactionID)
    self.happenings = happenings
    let count = PaidServiceCount(of: CustomerTimeline(happenings, at: now))
    let transactions = count.byGroup.flatMap(\.transactions)
    secondsBefore = Dictionary(
      uniqueKeysWithValues: transactions.map { ($0.transactionId, $0.secondsBefore) })
    afterAYear = Set(
      transactions.filter { $0.rate?.reason == .afterAYear }.map(\.transactionId))
  }

  func timeline(at moment: Int64) -> CustomerTimeline {
    CustomerTimeline(happenings.filter { $0.at <= moment }, at: moment)
  }

  /// Returns the storefront of a charge, by its currency.
  func storefront(of price: Money?) -> Storefront {
    price.flatMap { Storefront.charging(in: $0.currency) } ?? present
  }

  /// Returns the parts of the price of a period; nil for a family share.
  func parts(of service: Service, by settings: AppleReportSettings) -> PriceParts? {
    service.price.map {
      settings.parts(
        of: $0.milliunits, in: storefront(of: $0).country, at: service.chargedAt,
        isAfterAYear: afterAYear.contains(service.transaction))
    }
  }
}
