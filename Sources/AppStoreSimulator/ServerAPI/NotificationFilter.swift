import AppStore

/// Which notifications a history is to show.
struct NotificationFilter: Encodable, Sendable {
  /// How long notifications are kept.
  static let keptFor = Int64(180).days

  /// Both milliseconds since 1970, and both belong to it.
  let startDate: Int64
  let endDate: Int64
  let type: String?
  let subtype: String?
  /// Any transaction of the only customer it is about.
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

  /// - Parameter customer: the only one it is about; nil if it is about all.
  func admits(_ notification: StoreNotification, of customer: Int?) -> Bool {
    (startDate...endDate).contains(notification.signedDate)
      && type.map { notification.type == $0 } ?? true
      && subtype.map { notification.subtype == $0 } ?? true
      && customer.map { notification.customer == $0 } ?? true
  }

  /// Whether what was attempted is worth showing.
  func admits(_ attempts: [SendAttempt]) -> Bool {
    guard !attempts.isEmpty else { return false }
    return !onlyFailures || !attempts.contains { $0.sendAttemptResult == .success }
  }

  private static func text(
    _ name: String, in fields: BodyFields, or error: APIError
  ) throws(APIError) -> String? {
    fields.has(name) ? try fields.text(name, or: error) : nil
  }

  /// A subtype needs its type.
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
