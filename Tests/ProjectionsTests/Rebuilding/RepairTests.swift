import EventStore
import Foundation
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

/// The repair of single purchases and accounts in the live projections.
struct RepairTests {
  private static let signature = ActSignature(ActAuthor(name: "ada"), because: "damaged")

  /// Runs a ledger with two purchases, one of which is damaged by force.
  private func with(
    _ damage: String, _ body: @Sendable (TestLedger, ChainID) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(2))
      try await ledger.record(PaidMonths("4000").events(2))
      try await ledger.project()
      let chain = ChainID(.production, "3000")
      try await ledger.damage(
        damage.replacing("$STREAM", with: StreamID.chain(chain).key.uuidString))
      try await body(ledger, chain)
    }
  }

  @Test(arguments: [
    "delete from chain where stream = '$STREAM'",
    "delete from chain_transaction where stream = '$STREAM'",
    "update service_period set ends_at = ends_at + interval '1 day' where stream = '$STREAM'",
    "delete from tenure_chain where stream = '$STREAM'",
    "update commission_line set rate = 1 where stream = '$STREAM'",
    "update journal_entry set price = price + 5 where stream = '$STREAM'",
    "delete from journal_entry where stream = '$STREAM'",
  ])
  func `replaces damaged rows by those of a replay, and is an act`(damage: String) async throws {
    try await with(damage) { ledger, chain in
      await #expect(throws: BrokenPromise.self) { try await ledger.verifyReplays() }
      let repair = ProjectionRepair(pool: ledger.pool, log: ledger.log)
      let repaired = try await repair.repair(.chain(chain), signed: Self.signature)
      #expect(!repaired.rows.isEmpty)
      #expect(repaired.left == [])
      try await ledger.verifyReplays()
      let entries = try await ledger.reader.audit.list(.init(), limit: 9).entries
      #expect(entries.map(\.act) == ["projections.repair"])
      #expect(entries.map(\.object) == ["3000"] && entries.map(\.reason) == ["damaged"])
    }
  }

  @Test func `changes nothing where nothing is damaged, and is no act`() async throws {
    try await with("select 1") { ledger, chain in
      let rows = try await ledger.projectedRows()
      let repair = ProjectionRepair(pool: ledger.pool, log: ledger.log)
      let repaired = try await repair.repair(.chain(chain), signed: Self.signature)
      #expect(repaired.rows == [] && repaired.left == [])
      #expect(try await ledger.projectedRows() == rows)
      #expect(try await ledger.reader.audit.list(.init(), limit: 9).entries == [])
    }
  }

  @Test func `tells the value before and after`() async throws {
    try await with("update journal_entry set price = 7 where stream = '$STREAM' and number = 1") {
      ledger, chain in
      let price = try await ledger.texts(
        "select price::text from journal_entry where number = 1 and original_transaction_id = '4000'"
      )
      let repair = ProjectionRepair(pool: ledger.pool, log: ledger.log)
      let repaired = try await repair.repair(.chain(chain), signed: Self.signature)
      let row = try #require(repaired.rows.first { $0.table == "journal_entry" })
      #expect(row.columns.map(\.name) == ["price"])
      #expect(row.columns.map(\.live) == ["7"] && row.columns.map(\.next) == price)
      #expect(row.common["currency"] != nil)
    }
  }

  @Test func `tells times in UTC with milliseconds`() async throws {
    try await with(
      """
      update service_period set grace_until = '2026-11-04T02:00:00.02+02:00' where stream = '$STREAM'
      """
    ) { ledger, chain in
      let repaired = try await ProjectionRepair(pool: ledger.pool, log: ledger.log)
        .repair(.chain(chain), signed: Self.signature)
      let columns = repaired.rows.flatMap(\.columns)
      #expect(columns.map(\.name) == ["grace_until", "grace_until"])
      #expect(columns.map(\.live) == Array(repeating: "2026-11-04T00:00:00.020Z", count: 2))
      #expect(columns.map(\.next) == [nil, nil])
    }
  }

  @Test func `an account gets its claims and names back`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.liveLong(seed: 2)
      let name = try #require(
        try await ledger.texts(
          "select account_stream::text from account_chain order by 1 limit 1"
        ).first.flatMap { UUID(uuidString: $0) })
      let stream = StreamID.account(AccountReference(key: name))
      try await ledger.damage("delete from account_chain where account_stream = '\(name)'")
      let repaired = try await ProjectionRepair(pool: ledger.pool, log: ledger.log)
        .repair(stream, signed: Self.signature)
      #expect(repaired.rows.contains { $0.table == "account_chain" })
      #expect(repaired.left == [])
      try await ledger.verifyReplays()
      var filter = AuditReader.Filter()
      filter.act = "projections.repair"
      #expect(try await ledger.reader.audit.list(filter, limit: 99).entries.map(\.object) == [nil])
    }
  }

  @Test func `a row that the application may not delete is named as left`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(1))
      try await ledger.project()
      let chain = ChainID(.production, "3000")
      let lane = ledger.log.lane(of: .chain(chain))
      try await ledger.damage(
        """
        insert into chain_transaction (lane, stream, transaction_id, state)
        select lane, stream, 'forged', state from chain_transaction where lane = \(lane) limit 1
        """)
      let repaired = try await ProjectionRepair(pool: ledger.pool, log: ledger.log)
        .repair(.chain(chain), signed: Self.signature)
      let whole = (try? await ledger.verifyReplays()) != nil
      #expect(repaired.left.isEmpty == whole)
    }
  }
}

extension TestLedger {
  /// Runs a statement by force, past every trigger.
  func damage(_ sql: String) async throws {
    try await owner.withConnection { connection in
      try await connection.script(
        "begin; set local session_replication_role = replica; \(sql); commit")
    }
  }
}
