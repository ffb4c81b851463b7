/// The reasons for the ends of subscriptions, as Apple's notifications told them.
struct SubscriptionExpiries: Sendable {
  private struct Expiry {
    let signedDate: Int64
    let reason: LapseReason
  }

  /// The longest time from an end to its notification; each takes a millisecond.
  private static let noticeMax: Int64 = 1_000

  /// The expiries of each chain in order.
  private let expiries: [String: [Expiry]]

  init(_ notifications: [StoreNotification]) {
    var expiries: [String: [Expiry]] = [:]
    for notification in notifications where notification.type == "EXPIRED" {
      guard let chain = notification.transaction?.originalTransactionId,
        let reason = notification.subtype.flatMap(LapseReason.init)
      else { continue }
      expiries[chain, default: []].append(
        Expiry(signedDate: notification.signedDate, reason: reason))
    }
    self.expiries = expiries
  }

  /// Returns the reason why a chain ended at a moment; nil if none was told.
  func reason(of chain: String, at moment: Int64) -> LapseReason? {
    let told = expiries[chain]?.first { $0.signedDate >= moment }
    return told.flatMap { $0.signedDate - moment <= Self.noticeMax ? $0.reason : nil }
  }
}
