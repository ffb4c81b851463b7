import EventStore
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

/// The purchases that are no charge until Apple tells their price, as the projection keeps them.
struct MissingPriceTests {
  /// Records months of a chain as a source tells them; an older one tells no price.
  private func tell(
    _ chain: String, _ months: Int, _ trust: Trust, to ledger: TestLedger
  ) async throws {
    var paid = PaidMonths(OriginalTransactionID(chain))
    if trust < .signed { paid.price = nil }
    try await ledger.record(paid.events(months).map { $0.told(by: trust) })
    try await ledger.project()
  }

  private func missing(_ ledger: TestLedger) async throws -> Int64 {
    let counts = try await ledger.reader.missingPrices.counts()
    #expect(counts.allSatisfy { $0.bundleID == TestLedger.bundleID })
    return counts.reduce(0) { $0 + $1.count }
  }

  private func verify(_ ledger: TestLedger) async throws {
    let replay = Replay(pool: ledger.pool, log: ledger.log, of: .commission)
    for lane in ledger.log.lanes { try await replay.verify(lane: lane) }
  }

  @Test func `are counted until Apple tells them, and equal a replay at every step`() async throws {
    try await TestLedger.with { ledger in
      try await tell("5000", 3, .receipt, to: ledger)
      #expect(try await missing(ledger) == 3)
      try await tell("6000", 2, .sharedSecret, to: ledger)
      #expect(try await missing(ledger) == 5)
      try await verify(ledger)
      try await ledger.record(PaidMonths("5000").events(2))
      try await ledger.project()
      #expect(try await missing(ledger) == 3)
      try await verify(ledger)
      try await ledger.record(PaidMonths("5000").events(1, from: 2) + PaidMonths("6000").events(2))
      try await ledger.project()
      #expect(try await missing(ledger) == 0)
      try await verify(ledger)
    }
  }

  @Test func `are those that Apple signed without a price, until a copy tells it`() async throws {
    try await TestLedger.with { ledger in
      var paid = PaidMonths("5000")
      paid.price = nil
      try await ledger.record(paid.events(2))
      try await ledger.project()
      #expect(try await missing(ledger) == 2)
      try await verify(ledger)
      try await ledger.record(PaidMonths("5000").events(1))
      try await ledger.project()
      #expect(try await missing(ledger) == 1)
      try await verify(ledger)
    }
  }

  @Test func `are the same when they are rebuilt`() async throws {
    try await TestLedger.with { ledger in
      try await tell("5000", 3, .receipt, to: ledger)
      try await tell("6000", 2, .sharedSecret, to: ledger)
      try await ledger.record(PaidMonths("5000").events(1))
      try await ledger.project()
      try await ledger.forgetProjections()
      #expect(try await missing(ledger) == 0)
      try await ledger.project()
      #expect(try await missing(ledger) == 4)
      try await verify(ledger)
    }
  }

  @Test(arguments: [
    "delete from purchase_without_price where transaction_id = '5000101'",
    "update purchase_without_price set environment = 'Sandbox'",
  ])
  func `are found out when a row is not what it should be`(damage: String) async throws {
    try await TestLedger.with { ledger in
      try await tell("5000", 3, .receipt, to: ledger)
      try await ledger.script(damage)
      let error = await #expect(throws: BrokenPromise.self) { try await verify(ledger) }
      #expect(error.map { "\($0.place)".contains("purchase_without_price") } == true)
    }
  }
}

extension LedgerEvent {
  /// Returns the fact as a source of this trust asserts it.
  fileprivate func told(by trust: Trust) -> LedgerEvent {
    guard case .chain(.transactionObserved(let fact)) = self else { return self }
    return .chain(
      .transactionObserved(
        TransactionFact(
          chain: fact.chain, transactionID: fact.transactionID,
          purchase: fact.purchase, expiresDate: fact.expiresDate, isUpgraded: fact.isUpgraded,
          revocation: fact.revocation, trust: trust, assertedAt: fact.assertion.assertedAt)))
  }
}
