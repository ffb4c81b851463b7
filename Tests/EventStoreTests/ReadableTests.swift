import EventStore
import Ledger
import Postgres
import TestSupport
import Testing

struct ReadableTests {
  @Test func `show words, moments and what rests on what`() async throws {
    try await TestLedger.with { ledger in
      let evidence = Evidence(Array("received".utf8))
      let later = TransactionFact.june.asserted(at: Instant(day: "2026-06-02"))
      let appended = try await ledger.log.append([
        NewEvent(.chain(.transactionObserved(.june)), evidence: evidence),
        NewEvent(.chain(.transactionObserved(later))),
      ])
      let rows = try await ledger.pool.withConnection { connection in
        try await connection.query(
          Statement(
            unsafeSQL: """
              select id, type, product, expires_at, evidence, reasserts
              from event_readable order by position
              """)
        ).map { row in
          [
            try row.get(0), try row.get(1), try row.optional(2) ?? "", try row.optional(4) ?? "",
            try row.optional(5) ?? "",
          ] as [String]
        }
      }
      let ids = appended.outcomes.map(\.id.description)
      #expect(
        rows == [
          [ids[0], "transaction.observed", "com.example.month", ids[0], ""],
          [ids[1], "reasserted", "", "", ids[0]],
        ])
    }
  }
}
