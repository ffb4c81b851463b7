/// The replacements among the transactions of one subscription and one ownership.
///
/// A customer has one subscription of a group at a time. A purchase ends the running period, and
/// any renewal that Apple signed ahead. Apple marks the old transaction but sends no notification
/// about it. A purchase replaces nothing while a period stands refunded, in whole or in part: the refund
/// had ended the period. A later reversal changes nothing.
///
/// Receipts tell dates in whole seconds and signed transactions in milliseconds, so that moments of
/// different sources are compared by their second.
struct Succession {
  /// The customer's own purchases, in order. Apple's renewals replace nothing.
  private let purchases: [TransactionState]
  private let purchaseIDs: Set<TransactionID>

  /// - Parameter transactions: the transactions in order.
  init(_ transactions: [TransactionState]) {
    let ends = Set(transactions.compactMap(\.expiresDate?.second))
    purchases = transactions.filter { transaction in
      guard let reason = transaction.purchase.reason else {
        return !ends.contains(transaction.purchase.purchaseDate.second)
      }
      return reason != Purchase.renewal
    }
    purchaseIDs = Set(purchases.map(\.transactionID))
  }

  /// Returns the replacement of this transaction; nil if it ran, or will run, to its own end.
  func replacement(of transaction: TransactionState) -> Replacement? {
    if let purchase = purchaseBeforeStart(of: transaction), transaction.stands(before: purchase) {
      return Replacement(by: purchase, at: transaction.purchase.purchaseDate)
    }
    return transaction.isUpgraded ? upgrade(of: transaction) : supersession(of: transaction)
  }

  /// Returns true if Apple asserted an upgrade of this transaction to one that is unknown.
  func isUpgradedToUnknown(_ transaction: TransactionState) -> Bool {
    guard transaction.isUpgraded, let said = transaction.upgradeSighting else { return false }
    return purchaseBeforeStart(of: transaction) == nil
      && purchases(after: transaction, by: said).isEmpty
  }

  /// Returns the purchase during whose period this renewal begins. Such a renewal was signed ahead.
  /// The purchase replaces it if Apple marked it as upgraded, or has asserted nothing about it
  /// since.
  ///
  /// A renewal that was not known before the purchase, and begins more than a day after it, was not
  /// signed ahead. It renews another purchase, which is unknown.
  private func purchaseBeforeStart(of transaction: TransactionState) -> TransactionState? {
    let start = transaction.purchase.purchaseDate
    guard !purchaseIDs.contains(transaction.transactionID),
      let purchase = purchases.last(where: { $0.purchase.purchaseDate < start }),
      let expiresDate = purchase.expiresDate, start < expiresDate
    else { return nil }
    let bought = purchase.purchase.purchaseDate
    let isKnownBefore =
      transaction.earliestExpiry.map { $0.assertion.assertedAt <= bought } ?? false
    guard transaction.isUpgraded else {
      return isKnownBefore && transaction.canGiveWay(to: purchase) ? purchase : nil
    }
    return isKnownBefore || start - bought <= GraceHistory.foreknownMax ? purchase : nil
  }

  /// Returns the upgrade that Apple asserted. The upgrade had happened by the time of that
  /// assertion: a later purchase is another one, and the upgrade's own transaction is unknown, as
  /// after an upgrade to a bundle. A revocation date then tells the moment.
  private func upgrade(of transaction: TransactionState) -> Replacement? {
    guard let said = transaction.upgradeSighting else { return nil }
    let upgrades = purchases(after: transaction, by: said)
    guard upgrades.isEmpty else {
      return upgrades.first(where: transaction.stands(before:)).map {
        Replacement(by: $0, at: $0.purchase.purchaseDate)
      }
    }
    let revoked = transaction.revocation.flatMap { $0.isTypedFull ? nil : $0.date }
    let moment = revoked ?? said.assertedAt
    return transaction.isRefunded(at: moment) ? nil : Replacement(unknownBy: said, at: moment)
  }

  /// Returns the purchases after a transaction up to Apple's assertion of an upgrade.
  private func purchases(
    after transaction: TransactionState, by said: Sighting
  ) -> [TransactionState] {
    purchases.filter {
      $0.order > transaction.order && $0.purchase.purchaseDate.second <= said.assertedAt.second
    }
  }

  /// Returns the first purchase within the period, unless Apple has asserted since that the period
  /// was not upgraded.
  private func supersession(of transaction: TransactionState) -> Replacement? {
    guard let expiresDate = transaction.expiresDate else { return nil }
    let purchase = purchases.first {
      transaction.purchase.purchaseDate < $0.purchase.purchaseDate
        && $0.purchase.purchaseDate < expiresDate && transaction.canGiveWay(to: $0)
        && transaction.stands(before: $0)
    }
    return purchase.map { Replacement(by: $0, at: $0.purchase.purchaseDate) }
  }
}

/// The end of a period by a purchase that replaced it.
package struct Replacement: Hashable, Sendable {
  package let moment: Instant
  /// The replacing transaction; nil if Apple asserted an upgrade to an unknown transaction.
  package let transactionID: TransactionID?
  /// The events from which the replacement follows.
  package let because: [EventID]

  fileprivate init(by purchase: TransactionState, at moment: Instant) {
    self.moment = moment
    transactionID = purchase.transactionID
    because = purchase.because
  }

  fileprivate init(unknownBy said: Sighting, at moment: Instant) {
    self.moment = moment
    transactionID = nil
    because = [said.event]
  }
}

extension TransactionState {
  /// The first assertion of the upgrade; by a source of trust 0 if there is no other.
  fileprivate var upgradeSighting: Sighting? {
    earliestUpgrade ?? newestUpgrade.map { Sighting($0.assertion, by: $0.event) }
  }

  /// Returns false if this transaction was refunded when a purchase was made.
  fileprivate func stands(before purchase: TransactionState) -> Bool {
    !isRefunded(at: purchase.purchase.purchaseDate)
  }

  /// Returns true if a purchase may replace this transaction without Apple's assertion of an
  /// upgrade: its reason is a purchase, and Apple has not asserted since that this transaction was
  /// not upgraded.
  fileprivate func canGiveWay(to other: TransactionState) -> Bool {
    guard other.purchase.reason == Purchase.purchase else { return false }
    return newestUpgrade.map { $0.assertion.assertedAt < other.purchase.purchaseDate } ?? true
  }
}

extension Purchase {
  /// Apple's value for a purchase by the customer, upgrades included.
  fileprivate static let purchase = "PURCHASE"
  /// Apple's value for a renewal by Apple, downgrades included.
  fileprivate static let renewal = "RENEWAL"
}
