import EventProcessing
import EventStore
import Ledger
import Logging
import Outbox
import Postgres
import Reconciliation
import TestSupport
import Testing

@testable import Server

/// Lost or altered rows of reconciliation, restored from the log.
struct CursorRepairTests {
  private static func repair(_ ledger: TestLedger) async throws -> CursorRepair.Outcome {
    let policy = JobPolicy([TestLedger.app()], askable: [TestLedger.bundleID])
    let consumer = ReconciliationConsumer(
      queue: ledger.queue, policy: policy, now: { TestLedger.now })
    let processor = EventProcessor(
      [consumer], log: ledger.log, pool: ledger.pool, logger: Logger(label: "test"))
    return try await CursorRepair(by: processor, log: ledger.log, pool: ledger.pool).run(
      signed: ActSignature(ActAuthor(name: "ada"), because: "rows were deleted"),
      at: TestLedger.now)
  }

  private static func acts(_ ledger: TestLedger) async throws -> [ActRecorded] {
    let log = try await EventLog(ledger.pool, keyring: ledger.keyring)
    return try await log.reading.shared().compactMap { event in
      if case .shared(.actRecorded(let act)) = event.event { act } else { nil }
    }
  }

  @Test(arguments: [
    "delete from reconciliation_cursor",
    "delete from reconciliation_cursor; delete from job where kind = 'history'",
    "delete from known_store",
    "update reconciliation_cursor set expires_at = expires_at + interval '1 day'",
    "update reconciliation_cursor set next_look_at = null, settled_for = null",
    "insert into reconciliation_cursor (lane, stream, environment, app, original_transaction_id) "
      + "select lane, gen_random_uuid(), environment, app, '999' from reconciliation_cursor limit 1",
  ])
  func `what is lost or altered is made again, and the requests that it owes`(
    damage: String
  ) async throws {
    try await ProvenLedger.with { small in
      let rows =
        "select count(*) from (select lane, stream, environment, app, original_transaction_id, expires_at "
        + "from reconciliation_cursor) as c"
      let histories = "select count(*) from job where kind = 'history'"
      let (cursors, jobs) = (
        try await small.ledger.count(rows), try await small.ledger.count(histories)
      )
      try #require(cursors > 0 && jobs > 0)
      try await small.damage(damage)
      #expect(try await small.findings(by: .verify) != [])
      let outcome = try await Self.repair(small.ledger)
      #expect(outcome.rows > 0 && !outcome.lanes.isEmpty)
      #expect(try await small.findings(by: .verify) == [])
      #expect(try await small.ledger.count(rows) == cursors)
      #expect(try await small.ledger.count(histories) == jobs)
      let acts = try await Self.acts(small.ledger)
      #expect(acts.map(\.act) == ["reconcile.repair"])
      #expect(acts.first?.author.name == "ada" && acts.first?.reason == "rows were deleted")
      #expect(acts.first?.values["rows"] == "\(outcome.rows)")
    }
  }

  /// The consumer holds its checkpoint, and writes a cursor next.
  @Test(.timeLimit(.minutes(5)))
  func `a repair waits for a consumer at work, which does not wait for it`() async throws {
    try await ProvenLedger.with { small in
      let ledger = small.ledger
      try await small.damage(
        "update reconciliation_cursor set expires_at = expires_at + interval '1 day'")
      let repairing = try await ledger.owner.withTransaction { consumer in
        for lane in ledger.log.lanes {
          _ = try CheckpointStore(of: ReconciliationConsumer.name).hold(lane, on: consumer)
        }
        let repairing = Task { try await Self.repair(ledger) }
        try await consumer.waitUntilBlocking()
        _ = try consumer.query(
          Statement(unsafeSQL: "update reconciliation_cursor set asked_at = asked_at"))
        return repairing
      }
      #expect(try await repairing.value.rows > 0)
      #expect(try await small.findings(by: .verify) == [])
    }
  }

  @Test func `a sound ledger is left alone, without an event`() async throws {
    try await ProvenLedger.with { small in
      try await small.damage("update consumer_checkpoint set moved_at = '2026-01-01'")
      let outcome = try await Self.repair(small.ledger)
      #expect(outcome.rows == 0 && outcome.lanes == [])
      #expect(try await Self.acts(small.ledger) == [])
      let moved = try await small.ledger.count(
        "select count(*) from consumer_checkpoint where moved_at <> '2026-01-01'")
      #expect(moved == 0)
    }
  }
}
