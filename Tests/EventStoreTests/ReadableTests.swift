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
              select id, type, product, evidence, reasserts
              from event_readable order by position
              """)
        ).decode((String, String, String?, String?, String?).self)
          .map { [$0, $1, $2 ?? "", $3 ?? "", $4 ?? ""] }
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
