import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

struct OrderTests {
  private func fact(_ number: Int) -> NewEvent {
    NewEvent(
      .chain(
        .transactionObserved(
          .subscription(
            TransactionID("\(number)"), chain: OriginalTransactionID("\(number % 7)"),
            from: Instant(milliseconds: Int64(number)), to: Instant(milliseconds: 10_000_000)))))
  }

  @Test func `positions have no gaps and moments never go back, whoever writes`() async throws {
    try await TestLedger.with { ledger in
      try await withThrowingTaskGroup(of: Void.self) { writers in
        for writer in 0..<8 {
          writers.addTask {
            for step in 0..<10 {
              _ = try await ledger.log.append(
                (0..<3).map { fact(writer * 100 + step * 4 + $0) })
            }
          }
        }
        try await writers.waitForAll()
      }
      var total = 0
      for lane in ledger.log.lanes {
        let events = try await ledger.log.reading.events(lane: lane, after: 0, limit: 1_000)
        #expect(events.map(\.id.position) == Array(1..<Int64(events.count + 1)))
        #expect(events.map(\.recordedAt) == events.map(\.recordedAt).sorted())
        total += events.count
      }
      #expect(total == 8 * 10 * 3)
    }
  }

  @Test func `a reader that follows a lane while others write passes over nothing`() async throws {
    try await TestLedger.with { ledger in
      async let writing: Void = write(ledger)
      let seen = try await follow(ledger, until: 60)
      try await writing
      for positions in seen.values {
        #expect(positions == Array(1..<Int64(positions.count + 1)))
      }
    }
  }

  private func write(_ ledger: TestLedger) async throws {
    try await withThrowingTaskGroup(of: Void.self) { writers in
      for writer in 0..<4 {
        let facts = (0..<15).map { fact(writer * 100 + $0) }
        writers.addTask {
          for fact in facts { _ = try await ledger.log.append([fact]) }
        }
      }
      try await writers.waitForAll()
    }
  }

  private func follow(_ ledger: TestLedger, until count: Int) async throws -> [Int16: [Int64]] {
    var seen: [Int16: [Int64]] = [:]
    while seen.values.map(\.count).reduce(0, +) < count {
      for lane in ledger.log.lanes {
        let page = try await ledger.log.reading.events(
          lane: lane, after: seen[lane]?.last ?? 0, limit: 5)
        seen[lane, default: []] += page.map(\.id.position)
      }
    }
    return seen
  }

  @Test func `each commit is chained to the one before`() async throws {
    try await TestLedger.with { ledger in
      for number in [0, 7, 14] { _ = try await ledger.log.append([fact(number)]) }
      let rows = try await ledger.pool.withConnection { connection in
        try await connection.query(
          Statement(
            unsafeSQL: """
              select first_position, last_position, octet_length(root), octet_length(chain),
                     chain = lag(chain) over (partition by lane order by first_position)
              from lane_batch order by lane, first_position
              """))
      }
      var links: [[Int64]] = []
      for row in rows {
        let (first, last, rootLength, chainLength, isRepeated) = try row.decode(
          (Int64, Int64, Int32, Int32, Bool?).self)
        links.append([first, last])
        #expect(rootLength == 32)
        #expect(chainLength == 32)
        #expect(isRepeated != true)
      }
      #expect(links == [[1, 1], [2, 2], [3, 3]])
    }
  }
}
