import AppStoreSimulator
import Ledger
import Testing

/// Random lives in which a receipt tells of some transactions in whole seconds, and Apple's signature of
/// the others in milliseconds.
struct WholeSecondsTests {
  @Test(arguments: 1...200)
  func `a life that receipts tell in part grants and entitles as a signed one`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let life = TrueLife(using: &random, isUpgradeMarked: true)
    let told = Set(
      life.given.state.transactions.keys.sorted().filter { _ in Bool.random(using: &random) })
    var mixed = life.given
    mixed.events = life.given.events.map { told.contains($0) ? $0.inReceipt : $0 }
    let (signed, mixture) = (try Self.taken(life.given), try Self.taken(mixed))
    #expect(signed.keys.sorted() == mixture.keys.sorted(), "seed \(seed)")
    for (id, amount) in signed {
      // The share of a period may change by a second, and the rounding with it.
      #expect(abs(amount - (mixture[id] ?? 0)) <= 1, "seed \(seed), \(id)")
    }
    for moment in life.turningPoints.flatMap({ [$0 - 0.01, $0, $0 + 0.3] }) {
      let answer = Entitlements.evaluate([mixed.state], at: day(moment))
      #expect(answer.map(\.transactionID) == life.live(at: moment), "seed \(seed), \(moment)")
    }
  }

  /// Returns the coins taken back of each period.
  private static func taken(_ given: Given) throws -> [TransactionID: Int64] {
    var given = given
    given.grant(by: try Catalogs(goldMonthly(5_000)))
    return Dictionary(
      uniqueKeysWithValues: given.book.statuses.map { ($0.grant.transactionID, $0.takenBack) })
  }
}

extension Set<TransactionID> {
  fileprivate func contains(_ event: RecordedEvent) -> Bool {
    guard case .chain(.transactionObserved(let fact)) = event.event else { return false }
    return contains(fact.transactionID)
  }
}

extension RecordedEvent {
  /// The event of a receipt with the same transaction, if it is one of a transaction.
  fileprivate var inReceipt: RecordedEvent {
    guard case .chain(.transactionObserved(let fact)) = event else { return self }
    return RecordedEvent(
      id: id, recordedAt: recordedAt, event: .chain(.transactionObserved(fact.inReceipt)),
      evidence: nil)
  }
}

extension TransactionFact {
  fileprivate var inReceipt: TransactionFact {
    var purchase = purchase
    purchase.purchaseDate = purchase.purchaseDate.wholeSecond
    purchase.reason = nil
    return TransactionFact(
      chain: chain, bundleID: bundleID, transactionID: transactionID, purchase: purchase,
      expiresDate: Asserted(signed: expiresDate.value?.wholeSecond),
      isUpgraded: isUpgraded == true ? true : nil,
      revocation: Asserted(
        signed: revocation.value.map { Revocation(date: $0.date.wholeSecond) }), trust: .receipt,
      assertedAt: assertion.assertedAt.wholeSecond)
  }
}

extension Instant {
  fileprivate var wholeSecond: Instant { Instant(milliseconds: milliseconds / 1_000 * 1_000) }
}
