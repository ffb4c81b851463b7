import Ledger

extension Given {
  /// Returns the same chain with these transactions told by a receipt, in whole seconds.
  ///
  /// - Parameter first: true if Apple's signature tells them too, a day after the receipt.
  func telling(_ transactions: some Sequence<TransactionID>, first: Bool = false) -> Given {
    let told = Set(transactions)
    var other = self
    other.events = []
    other.position = 0
    for event in events {
      guard case .chain(.transactionObserved(let fact)) = event.event,
        told.contains(fact.transactionID)
      else {
        other.record(event.event)
        continue
      }
      other.record(.chain(.transactionObserved(fact.inReceipt)))
      if first { other.record(.chain(.transactionObserved(fact.signedLater))) }
    }
    return other
  }
}

extension TransactionFact {
  fileprivate var inReceipt: TransactionFact {
    var purchase = purchase
    purchase.purchaseDate = purchase.purchaseDate.wholeSecond
    purchase.reason = nil
    return TransactionFact(
      chain: chain, transactionID: transactionID, purchase: purchase,
      expiresDate: Asserted(signed: expiresDate.value?.wholeSecond),
      isUpgraded: isUpgraded == true ? true : nil,
      revocation: Asserted(
        signed: revocation.value.map { Revocation(date: $0.date.wholeSecond) }), trust: .receipt,
      assertedAt: assertion.assertedAt.wholeSecond)
  }

  fileprivate var signedLater: TransactionFact {
    TransactionFact(
      chain: chain, transactionID: transactionID, purchase: purchase,
      expiresDate: expiresDate, isUpgraded: isUpgraded, revocation: revocation,
      trust: assertion.trust, assertedAt: assertion.assertedAt + .milliseconds(86_400_000))
  }
}

extension Instant {
  fileprivate var wholeSecond: Instant { Instant(milliseconds: milliseconds / 1_000 * 1_000) }
}
