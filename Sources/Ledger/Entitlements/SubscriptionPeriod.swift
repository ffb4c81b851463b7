/// One period of an auto-renewable subscription, and when its service ends.
package struct SubscriptionPeriod: Hashable, Sendable {
  package let transaction: TransactionState
  /// As asserted last, extensions included.
  package let expiresDate: Instant
  /// What was bought in its place before it expired.
  package let replacement: Replacement?
  /// The least of expiry, revocation, and replacement; never before the start.
  package let end: Instant

  /// Nil without a known expiry, and for a renewal replaced before it began.
  init?(_ transaction: TransactionState, in succession: Succession) {
    let start = transaction.purchase.purchaseDate
    let replacement = succession.replacement(of: transaction)
    guard let expiresDate = transaction.expiresDate else { return nil }
    if let replacement, replacement.transactionID != nil, replacement.moment <= start {
      return nil
    }
    self.transaction = transaction
    self.expiresDate = expiresDate
    self.replacement = replacement
    let ends = [expiresDate, transaction.revocation?.date, replacement?.moment]
    end = max(start, ends.compactMap(\.self).min() ?? expiresDate)
  }
}

extension SubscriptionPeriod {
  package var start: Instant { transaction.purchase.purchaseDate }

  /// Whether there is service at that moment: between start and end, and not while it was taken back.
  package func covers(_ moment: Instant) -> Bool {
    start <= moment && moment < end && !transaction.isRevoked(at: moment)
  }

  /// The end of the service there was, or will be. What was given back after `end` had ended when it was
  /// taken away.
  package var servedUntil: Instant {
    let lost = transaction.revocationHistory.reversed
      .filter { $0.revocation.date < end && end <= $0.reversal }
    return max(start, lost.map(\.revocation.date).min() ?? end)
  }

  /// Whether it ran, or will run, to its expiry: neither refunded in time nor replaced.
  package var endsByExpiry: Bool { end == expiresDate && replacement == nil }

  /// Whether Apple replaced it by an upgrade that is not known.
  package var isReplacementMissing: Bool {
    replacement.map { $0.transactionID == nil } ?? false
  }

  /// The events its dates follow from.
  package var because: [EventID] { transaction.because + (replacement?.because ?? []) }
}
