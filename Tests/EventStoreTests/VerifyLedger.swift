import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport

/// A small ledger to be damaged. The chain's lane has a batch of two transactions with one piece of
/// evidence, a copy of the first transaction, and a decision: positions 1 and 2, 3, 4.
struct VerifyLedger: Sendable {
  let ledger: TestLedger
  let lane: Int16

  static func with<Result: Sendable>(
    _ body: @Sendable (VerifyLedger) async throws -> Result
  ) async throws -> Result {
    try await TestLedger.with { ledger in
      let chain = first.chain
      let evidence = Evidence(Array("received".utf8))
      for batch in [[first, second], [first.asserted(at: Instant(day: "2026-06-02"))]] {
        _ = try await ledger.log.append(
          batch.map { NewEvent(.chain(.transactionObserved($0)), evidence: evidence) })
      }
      let owned = ChainOwned(
        chain: chain,
        account: AccountReference(.production, TestLedger.bundleID, "anna"),
        decidedAt: Instant(day: "2026-06-03"))
      _ = try await ledger.log.append([NewEvent(.chain(.chainOwned(owned)))])
      return try await body(VerifyLedger(ledger: ledger, lane: ledger.log.lane(of: .chain(chain))))
    }
  }

  private static let first = TransactionFact.subscription(
    "2000", from: Instant(day: "2026-06-01"), to: Instant(day: "2026-07-01"))
  private static let second = TransactionFact.subscription(
    "2001", from: Instant(day: "2026-07-01"), to: Instant(day: "2026-08-01"))

  /// Returns the first finding of a verifier without earlier knowledge, or nil for a whole ledger.
  func broken() async throws -> BrokenPromise? { try await ledger.broken() }

  /// Runs a statement that the append-only rules deny to every role. `$lane` is the chain's lane, and
  /// `$role` the application's role.
  func damage(_ sql: String) async throws {
    let script = sql.replacing("$lane", with: String(lane))
      .replacing("$role", with: try await ledger.applicationRole())
    try await ledger.owner.withConnection { connection in
      try await connection.script(
        "begin; set local session_replication_role = replica; \(script); commit")
    }
  }
}

extension TestLedger {
  /// Returns the first finding of a verifier without earlier knowledge, or nil for a whole ledger.
  func broken() async throws -> BrokenPromise? {
    let log = try await EventLog(pool, keyring: keyring)
    let verifier = LogVerifier(log)
    var findings: [BrokenPromise] = []
    for head in try await log.cut().heads { findings += try await verifier.verify(head).findings }
    return (findings + (try await verifier.sharedFindings())).first
  }
}
