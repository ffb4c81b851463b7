import EventProcessing
import EventStore
import Intake
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

/// Chains that cannot follow an event of lane 0.
struct SharedDeadLetterTests {
  private static func rates(of chain: String, _ ledger: TestLedger) async throws -> [Int32] {
    try await ledger.owner.withConnection { connection in
      try await connection.query(
        Statement(
          unsafeSQL: """
            select rate::int from commission_line
            where transaction_id like $1::text || '10%' and corrected_at is null
            order by transaction_id
            """), chain
      ).decode()
    }
  }

  private static func verify(_ ledger: TestLedger) async throws {
    let replay = Replay(pool: ledger.pool, log: ledger.log, of: .commission)
    for lane in ledger.log.lanes { try await replay.verify(lane: lane) }
  }

  @Test func `stand aside, and the other chains and later events are processed`() async throws {
    try await TestLedger.with { ledger in
      for chain in ["71", "72", "73"] as [OriginalTransactionID] {
        let months = PaidMonths(chain)
        _ = try await ledger.log.append(months.events(2).map { NewEvent($0) })
      }
      try await ledger.project()
      #expect(try await Self.rates(of: "72", ledger) == [300, 300])
      try await ledger.script(
        """
        alter table commission_line
          add constraint poison check (transaction_id not like '7210%' or rate = 300)
        """)
      _ = try await ledger.intake.commission.enter(
        "small-business", of: nil, from: Instant(day: "2025-01-01"), until: nil)
      try await ledger.project()
      #expect(try await Self.rates(of: "71", ledger) == [150, 150])
      #expect(try await Self.rates(of: "73", ledger) == [150, 150])
      #expect(try await Self.rates(of: "72", ledger) == [])
      let projection = ledger.projection(.commission)
      let lag = try await projection.lag()
      #expect((lag.events, lag.deadLetters) == (0, 2))
      let parked = try await projection.deadLetters(lane: ledger.lane(of: "72"), limit: 10)
      #expect(Set(parked.map(\.reason)) == ["refused with SQLSTATE 23514"])
      try await Self.verify(ledger)

      let later = PaidMonths("71")
      _ = try await ledger.log.append(later.events(1, from: 2).map { NewEvent($0) })
      try await ledger.project()
      #expect(try await Self.rates(of: "71", ledger) == [150, 150, 150])

      try await ledger.script("alter table commission_line drop constraint poison")
      #expect(try await projection.retryDeadLetters() == 2)
      #expect(try await Self.rates(of: "72", ledger) == [150, 150])
      #expect(try await projection.lag().deadLetters == 0)
      try await Self.verify(ledger)
    }
  }
}
