/// What took the place of what, among the transactions of one subscription and one ownership.
///
/// A customer has one subscription of a group at a time: what the customer bought ends what ran,
/// and what Apple had renewed ahead. Apple marks the old transaction, but sends no notification of
/// it.
struct Succession {
  /// What the customer bought, in order. Apple's own renewals replace nothing.
  private let purchases: [TransactionState]
  private let purchaseIDs: Set<TransactionID>

  /// - Parameter transactions: in order.
  init(_ transactions: [TransactionState]) {
    let ends = Set(transactions.compactMap(\.expiresDate))
    purchases = transactions.filter { transaction in
      guard let reason = transaction.purchase.reason else {
        return !ends.contains(transaction.purchase.purchaseDate)
      }
      return reason != Purchase.renewal
    }
    purchaseIDs = Set(purchases.map(\.transactionID))
  }

  /// What replaced this transaction; nil where it ran, or will run, to its own end.
  func replacement(of transaction: TransactionState) -> Replacement? {
    if let purchase = purchaseBeforeStart(of: transaction) {
      return Replacement(by: purchase, at: transaction.purchase.purchaseDate)
    }
    return transaction.isUpgraded ? upgrade(of: transaction) : supersession(of: transaction)
  }

  /// The purchase within whose time a renewal begins. The renewal was signed ahead, and is gone if Apple
  /// says it was upgraded away, or has said nothing of it since.
  ///
  /// One that was not known before the purchase, and begins more than a day after it, was not signed
  /// ahead of it: it renews something else that is not known.
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

  /// The upgrade Apple asserted. It had happened by the time Apple first said so: a later purchase
  /// is another one, and this one's is not known.
  private func upgrade(of transaction: TransactionState) -> Replacement? {
    guard let said = transaction.upgradeSighting else { return nil }
    let purchase = purchases.first { $0.order > transaction.order }
    guard let purchase, purchase.purchase.purchaseDate <= said.assertedAt else {
      return Replacement(unknownBy: said)
    }
    return Replacement(by: purchase, at: purchase.purchase.purchaseDate)
  }

  /// The first purchase within the period, unless Apple has said since that the period stands.
  private func supersession(of transaction: TransactionState) -> Replacement? {
    guard let expiresDate = transaction.expiresDate else { return nil }
    let purchase = purchases.first {
      transaction.purchase.purchaseDate < $0.purchase.purchaseDate
        && $0.purchase.purchaseDate < expiresDate && transaction.canGiveWay(to: $0)
    }
    return purchase.map { Replacement(by: $0, at: $0.purchase.purchaseDate) }
  }
}

/// The end of a period by what was bought in its place.
package struct Replacement: Hashable, Sendable {
  package let moment: Instant
  /// Nil where Apple says that there was an upgrade, and to what is not known.
  package let transactionID: TransactionID?
  /// The events this follows from.
  package let because: [EventID]

  fileprivate init(by purchase: TransactionState, at moment: Instant) {
    self.moment = moment
    transactionID = purchase.transactionID
    because = purchase.because
  }

  fileprivate init(unknownBy said: Sighting) {
    moment = said.assertedAt
    transactionID = nil
    because = [said.event]
  }
}

extension TransactionState {
  /// When Apple first said that this was upgraded; by a weaker source where no other did.
  fileprivate var upgradeSighting: Sighting? {
    earliestUpgrade ?? newestUpgrade.map { Sighting($0.assertion, by: $0.event) }
  }

  /// Whether a purchase may end this without Apple's word: it is one for certain, and Apple has not
  /// said since that this stands.
  fileprivate func canGiveWay(to other: TransactionState) -> Bool {
    guard other.purchase.reason == Purchase.purchase else { return false }
    return newestUpgrade.map { $0.assertion.assertedAt < other.purchase.purchaseDate } ?? true
  }
}

extension Purchase {
  /// Apple's word for what the customer bought, upgrades included.
  fileprivate static let purchase = "PURCHASE"
  /// Apple's word for what it renewed, downgrades included.
  fileprivate static let renewal = "RENEWAL"
}
