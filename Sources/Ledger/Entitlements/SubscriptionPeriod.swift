/// One period of an auto-renewable subscription with the end of its service.
package struct SubscriptionPeriod: Hashable, Sendable {
  package let transaction: TransactionState
  /// The expiry that Apple asserted last, extensions included.
  package let expiresDate: Instant
  /// The purchase that replaced the period before it expired.
  package let replacement: Replacement?
  /// True if Apple reported an upgrade whose transaction is unknown.
  package let isReplacementMissing: Bool
  /// The earliest of expiry, revocation and replacement; never before the start.
  package let end: Instant

  /// Creates the period of a transaction; nil without a known expiry, and for a renewal that was
  /// replaced before it began.
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
    isReplacementMissing = succession.isUpgradedToUnknown(transaction)
    let ends = [expiresDate, transaction.revocation?.date, replacement?.moment]
    end = max(start, ends.compactMap(\.self).min() ?? expiresDate)
  }
}

extension SubscriptionPeriod {
  package var start: Instant { transaction.purchase.purchaseDate }

  /// Returns true if there is service at `moment`: it lies between start and end, and the period
  /// was not revoked then.
  package func covers(_ moment: Instant) -> Bool {
    start <= moment && moment < end && !transaction.isRevoked(at: moment)
  }

  /// The end of the actual service, past or future. If a revocation was reversed only after `end`,
  /// the service ended at the revocation.
  package var servedUntil: Instant {
    let lost = transaction.revocationHistory.reversed
      .filter { $0.revocation.date < end && end <= $0.reversal }
    return max(start, lost.map(\.revocation.date).min() ?? end)
  }

  /// True if the period ran, or will run, to its expiry: neither revoked before it nor replaced.
  package var endsByExpiry: Bool { end == expiresDate && replacement == nil }

  /// The events from which the dates of the period follow.
  package var because: [EventID] { transaction.because + (replacement?.because ?? []) }
}
