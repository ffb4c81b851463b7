import EventProcessing
import EventStore
import Ledger
import Postgres
import Projections
import TestSupport
import Testing

struct DeadLetterTests {
  @Test(arguments: [
    ("type = 99", "unknown type 99"),
    ("schema_version = 9", "unknown schema version 9"),
    ("product = 999999", "unknown word 999999"),
    ("transaction_id = null", "column transaction_id is empty"),
    ("extra = '[]'", "column extra cannot be read"),
    // A fold of one stream would not accept this event.
    ("original_transaction_id = '2000'", "column stream is not that of the content"),
  ])
  func `is dead-lettered with its reason until it is readable, and its neighbors are projected`(
    change: String, reason: String
  ) async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(["1"], chain: "1000")
      let poison = try await ledger.store(after: "1000", changing: change)
      try await ledger.record(["2"], chain: "1000")
      try await ledger.project()
      #expect(try await ledger.projected("1000") == ["1", "2"])
      let parked = try await ledger.projector.deadLetters(lane: poison.lane, limit: 10)
      #expect(parked.map(\.id) == [poison])
      #expect(parked.map(\.reason) == [reason])
      let lag = try await ledger.projector.lag()
      #expect((lag.events, lag.deadLetters) == (0, 1))

      #expect(try await ledger.projector.retryDeadLetters() == 0)
      #expect(try await ledger.projector.lag().deadLetters == 1)

      try await ledger.mend(poison, changing: "transaction_id = 'mended'")
      #expect(try await ledger.projector.retryDeadLetters() == 1)
      #expect(try await ledger.projector.lag().deadLetters == 0)
      #expect(try await ledger.projected("1000") == ["1", "2", "mended"])
    }
  }

  @Test func `is found among many that are well`() async throws {
    try await TestLedger.with { ledger in
      let all = (1...40).map { TransactionID("\($0)") }
      try await ledger.script(
        """
        alter table chain_transaction
          add constraint poison check (transaction_id not in ('7', '8', '40'))
        """)
      let position = try await ledger.record(all, chain: "1000")
      try await ledger.project()
      #expect(try await ledger.reader.positions.reached().covers(position))
      #expect(try await ledger.projected("1000") == Set(all).subtracting(["7", "8", "40"]))
      let lane = ledger.lane(of: "1000")
      let parked = try await ledger.projector.deadLetters(lane: lane, limit: 10)
      #expect(parked.map(\.id.position) == [7, 8, 40])
      #expect(Set(parked.map(\.reason)) == ["refused with SQLSTATE 23514"])
      #expect(
        try await ledger.projector.deadLetters(lane: lane, after: 7, limit: 1).map(\.id.position)
          == [8])

      try await ledger.script("alter table chain_transaction drop constraint poison")
      #expect(try await ledger.projector.retryDeadLetters() == 3)
      #expect(try await ledger.projected("1000") == Set(all))
      #expect(try await ledger.projector.lag().deadLetters == 0)
    }
  }

  @Test func `is listed with its newest reason`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(["1"], chain: "1000")
      let poison = try await ledger.store(after: "1000", changing: "type = 99")
      try await ledger.project()
      try await ledger.script(
        "alter table chain_transaction add constraint poison check (transaction_id <> 'mended')")
      try await ledger.mend(poison, changing: "transaction_id = 'mended'")
      #expect(try await ledger.projector.retryDeadLetters() == 0)
      let parked = try await ledger.projector.deadLetters(lane: poison.lane, limit: 10)
      #expect(parked.map(\.reason) == ["refused with SQLSTATE 23514"])
    }
  }

  @Test func `is not to blame when the database is`() async throws {
    try await TestLedger.with { ledger in
      let position = try await ledger.record(["1"], chain: "1000")
      try await ledger.script("alter table chain rename to chain_away")
      await #expect(throws: PostgresError.self) { try await ledger.projector.runOnce() }
      let lag = try await ledger.projector.lag()
      #expect((lag.events, lag.deadLetters) == (1, 0))
      try await ledger.script("alter table chain_away rename to chain")
      try await ledger.project()
      #expect(try await ledger.reader.positions.reached().covers(position))
      #expect(try await ledger.projector.lag().deadLetters == 0)
    }
  }

  @Test func `more of them than one retry takes are all tried again`() async throws {
    try await TestLedger.with { ledger in
      let all = (1...250).map { TransactionID("\($0)") }
      try await ledger.script(
        "alter table chain_transaction add constraint poison check (false)")
      try await ledger.record(all, chain: "1000")
      try await ledger.project()
      #expect(try await ledger.projector.lag().deadLetters == 250)
      try await ledger.script("alter table chain_transaction drop constraint poison")
      #expect(try await ledger.projector.retryDeadLetters() == 250)
      #expect(try await ledger.projected("1000") == Set(all))
    }
  }
}
