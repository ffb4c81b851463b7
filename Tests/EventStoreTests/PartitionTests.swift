import EventStore
import Ledger
import Postgres
import TestSupport
import Testing

struct PartitionTests {
  private static let size: Int64 = 16_777_216

  /// Advances a lane to a position without events.
  private func reach(_ position: Int64, in lane: Int16, of ledger: TestLedger) async throws {
    _ = try await ledger.owner.withConnection { connection in
      try await connection.query(
        Statement(
          unsafeSQL: """
            insert into lane_batch values
              ($1, $2, $2, decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), now())
            """), lane, position)
    }
  }

  @Test func `they are made two ahead of the farthest lane, once`() async throws {
    try await TestLedger.with { ledger in
      #expect(try await ledger.log.extendPartitions() == 0)
      try await reach(Self.size * 3 - 2, in: 2, of: ledger)
      #expect(try await ledger.log.extendPartitions() == 4)
      #expect(try await ledger.log.extendPartitions() == 0)
    }
  }

  @Test func `a lane goes on over the edge of one, and everything is found`() async throws {
    try await TestLedger.with { ledger in
      let fact = TransactionFact.subscription("2000", from: TestLedger.now, to: TestLedger.now)
      let lane = ledger.log.lane(of: .chain(fact.chain))
      try await reach(Self.size - 3, in: lane, of: ledger)
      _ = try await ledger.log.extendPartitions()
      let events = (1...5).map { number in
        NewEvent(
          .chain(
            .transactionObserved(
              .subscription(
                TransactionID("\(number)"), from: TestLedger.now,
                to: TestLedger.now + .seconds(number)))))
      }
      let stored = try await ledger.log.append(events).outcomes.map(\.id.position)
      #expect(stored == Array(Self.size - 2...Self.size + 2))
      let read = try await ledger.log.reading.events(of: .chain(fact.chain), limit: 10)
      #expect(read.map(\.id.position) == stored)
      let again = try await ledger.log.append(events)
      let known = again.outcomes.filter(\.isDuplicate).count
      #expect(known == events.count)
    }
  }
}
