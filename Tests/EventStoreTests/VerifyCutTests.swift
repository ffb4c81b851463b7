import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

struct VerifyCutTests {
  private struct Pair: Sendable {
    let left: EventID
    let right: EventID
  }

  private func fact(_ number: Int, of chain: OriginalTransactionID) -> NewEvent {
    NewEvent(
      .chain(
        .transactionObserved(
          .subscription(
            TransactionID("\(number)"), chain: chain, from: Instant(milliseconds: Int64(number)),
            to: Instant(milliseconds: 10_000_000)))))
  }

  /// Returns two chains of different lanes.
  private func chains(
    _ log: EventLog
  ) throws -> (OriginalTransactionID, OriginalTransactionID) {
    let all = (1...100).map { OriginalTransactionID("\($0)") }
    let lane = { log.lane(of: .chain(ChainID(.production, $0))) }
    let other = try #require(all.first { lane($0) != lane(all[0]) })
    return (all[0], other)
  }

  private func write(_ count: Int, by writers: Int, to log: EventLog) async throws -> [Pair] {
    let (left, right) = try chains(log)
    return try await withThrowingTaskGroup(of: [Pair].self) { group in
      for writer in 0..<writers {
        group.addTask {
          var pairs: [Pair] = []
          for step in 0..<count {
            let number = writer * 10_000 + step
            let outcomes = try await log.append([
              fact(number, of: left), fact(number, of: right),
            ]).outcomes
            pairs.append(Pair(left: outcomes[0].id, right: outcomes[1].id))
          }
          return pairs
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  @Test func `it never tears what was appended together, and its moment parts before from after`()
    async throws
  {
    try await TestLedger.with { ledger in
      let second = try await EventLog(ledger.pool, keyring: ledger.keyring)
      async let one = write(40, by: 4, to: ledger.log)
      async let two = write(20, by: 2, to: second)
      var cuts: [Cut] = []
      while cuts.count < 40 { cuts.append(try await second.cut()) }
      let pairs = try await one + two
      cuts.append(try await second.cut())
      for cut in cuts {
        for pair in pairs { #expect(cut.covers(pair.left) == cut.covers(pair.right)) }
      }
      #expect(pairs.allSatisfy { cuts[40].covers($0.left) })
      for (batch, recordedAt) in try await batches(ledger) {
        for cut in cuts {
          if recordedAt < cut.moment { #expect(cut.covers(batch)) }
          if cut.covers(batch) { #expect(recordedAt <= cut.moment) }
        }
      }
    }
  }

  /// Returns the last event of each batch with its moment.
  private func batches(_ ledger: TestLedger) async throws -> [(EventID, Instant)] {
    try await ledger.pool.withConnection { connection in
      try await connection.query(
        Statement(unsafeSQL: "select lane, last_position, recorded_at from lane_batch")
      ).decode((Int16, Int64, Instant).self).map { (EventID(lane: $0, position: $1), $2) }
    }
  }

  @Test func `of a log that has not begun it is the beginning`() async throws {
    try await TestLedger.with { ledger in
      let cut = try await ledger.log.cut()
      #expect(cut.position == Position())
      #expect(cut.heads.map(\.lane) == [0] + ledger.log.lanes)
      #expect(cut.heads.allSatisfy { $0.position == 0 })
    }
  }
}

extension Cut {
  fileprivate func covers(_ event: EventID) -> Bool {
    (position.lanes[event.lane] ?? 0) >= event.position
  }
}
