import AppStore

/// A selection of notifications in a history.
struct NotificationFilter: Encodable, Sendable {
  /// The time for which notifications are kept. The sandbox forgets earlier.
  static func keptFor(in environment: SimulatedApp.Environment) -> Int64 {
    environment == .sandbox ? Int64(30).days : Int64(180).days
  }

  /// The first moment in milliseconds since 1970. Start and end are both inclusive.
  let startDate: Int64
  let endDate: Int64
  let type: String?
  let subtype: String?
  /// A transaction of the customer to whom the history is limited; nil for all customers.
  let transactionID: String?
  let onlyFailures: Bool

  init(_ fields: BodyFields) throws(APIError) {
    startDate = try fields.number("startDate", in: 0...Int64.max, or: .invalidStartDate)
    endDate = try fields.number("endDate", in: 0...Int64.max, or: .invalidEndDate)
    guard startDate < endDate else { throw .startDateAfterEndDate }
    type = try Self.text("notificationType", in: fields, or: .invalidNotificationType)
    subtype = try Self.text("notificationSubtype", in: fields, or: .invalidNotificationType)
    transactionID = try Self.text("transactionId", in: fields, or: .invalidTransactionID)
    if type ?? subtype != nil, transactionID != nil { throw .multipleFiltersSupplied }
    guard Self.exists(type, subtype) else { throw .invalidNotificationType }
    onlyFailures =
      fields.has("onlyFailures") ? try fields.flag("onlyFailures", or: .generalBadRequest) : false
  }

  /// Returns true if the notification's date, type, subtype and customer match the filter.
  /// - Parameter customer: the customer to whom the history is limited; nil for all customers.
  func admits(_ notification: StoreNotification, of customer: Int?) -> Bool {
    (startDate...endDate).contains(notification.signedDate)
      && type.map { notification.type == $0 } ?? true
      && subtype.map { notification.subtype == $0 } ?? true
      && customer.map { notification.customer == $0 } ?? true
  }

  /// Returns true if there were attempts and, for a history of failures only, none succeeded.
  func admits(_ attempts: [SendAttempt]) -> Bool {
    guard !attempts.isEmpty else { return false }
    return !onlyFailures || !attempts.contains { $0.sendAttemptResult == .success }
  }

  private static func text(
    _ name: String, in fields: BodyFields, or error: APIError
  ) throws(APIError) -> String? {
    fields.has(name) ? try fields.text(name, or: error) : nil
  }

  /// Returns true if Apple documents the type and subtype. A subtype requires its type.
  private static func exists(_ type: String?, _ subtype: String?) -> Bool {
    guard let type else { return subtype == nil }
    let named = NotificationType(rawValue: type)
    guard NotificationType.documented.contains(named) else { return false }
    guard let subtype else { return true }
    return subtypes[named]?.contains(NotificationSubtype(rawValue: subtype)) ?? false
  }

  private static let subtypes: [NotificationType: Set<NotificationSubtype>] = [
    .subscribed: [.initialBuy, .resubscribe],
    .didRenew: [.billingRecovery],
    .didChangeRenewalPref: [.upgrade, .downgrade],
    .didChangeRenewalStatus: [.autoRenewEnabled, .autoRenewDisabled],
    .offerRedeemed: [.upgrade, .downgrade],
    .didFailToRenew: [.gracePeriod],
    .expired: [.voluntary, .billingRetry, .priceIncrease, .productNotForSale],
    .priceIncrease: [.pending, .accepted],
    .renewalExtension: [.summary, .failure],
    .externalPurchaseToken: [.unreported, .created, .activeTokenReminder],
  ]
}
