import EventStore
import Ledger
import Postgres
import TestSupport
import Testing

struct VerifyRightsTests {
  private static let tables = [
    "event", "event_p0", "event_key", "grant_key", "lane_batch", "evidence", "evidence_p0",
    "interned_string", "jws_header", "evidence_dictionary",
  ]

  @Test(arguments: tables)
  func `no role changes, deletes or empties it`(table: String) async throws {
    try await VerifyLedger.with { small in
      try await small.damage("insert into jws_header values (1, sha256('a'), 'a')")
      try await small.damage(
        "insert into grant_key values (1, 1, 1, gen_random_uuid(), gen_random_uuid())")
      let column = Self.tables.suffix(3).contains(table) ? "id" : "lane"
      for statement in [
        "update \(table) set \(column) = \(column)", "delete from \(table)", "truncate \(table)",
      ] {
        #expect(try await state(of: statement, on: small.ledger.pool) == "42501", "\(statement)")
        #expect(try await state(of: statement, on: small.ledger.owner) == "DC001", "\(statement)")
      }
      #expect(try await small.ledger.count("select count(*) from \(table)") > 0)
    }
  }

  /// Returns the SQLSTATE with which a statement fails, or nil if it succeeds.
  private func state(of statement: String, on pool: Pool) async throws -> String? {
    do {
      _ = try await pool.withConnection { connection in
        try await connection.query(Statement(unsafeSQL: statement))
      }
      return nil
    } catch PostgresError.server(let error) {
      return error.sqlState.rawValue
    }
  }

  @Test func `the inspection finds no right too many, and names one that was given`() async throws {
    try await VerifyLedger.with { small in
      #expect(try await Inspection(small.ledger.pool).excessRights() == [])
      try await small.damage("grant delete on event_p0 to $role")
      try await small.damage("grant update (sealed) on evidence to $role")
      #expect(
        try await Inspection(small.ledger.pool).excessRights() == [
          "DELETE on event_p0", "UPDATE on evidence",
        ])
    }
  }

  @Test func `the room ahead is reported, and missing partitions are made`() async throws {
    try await VerifyLedger.with { small in
      let inspection = Inspection(small.ledger.pool)
      #expect(try await inspection.partitionsEnd() == 3 * Inspection.partitionSize)
      #expect(try await small.ledger.log.extendPartitions() == 0)
      try await small.damage("drop table evidence_p2")
      #expect(try await inspection.partitionsEnd() == 2 * Inspection.partitionSize)
      #expect(try await small.ledger.log.extendPartitions() == 1)
      #expect(try await inspection.partitionsEnd() == 3 * Inspection.partitionSize)
    }
  }
}
