import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

@testable import EventStore

struct WriterTests {
  private func fact(_ number: Int) -> NewEvent {
    NewEvent(
      .chain(
        .transactionObserved(
          .subscription(
            TransactionID("\(number)"), chain: OriginalTransactionID("\(number % 5)"),
            from: TestLedger.now,
            to: TestLedger.now + .milliseconds(1)))))
  }

  private func unanswered(_ count: Int, by log: EventLog) async {
    while log.unansweredCount < count { await Task.yield() }
  }

  /// Appends each event in its own task, and returns which of them were stored.
  private func appendEach(
    _ numbers: some Sequence<Int> & Sendable, to log: EventLog
  ) -> Task<[Int: Bool], any Error> {
    Task {
      await withTaskGroup(of: (Int, Bool).self) { group in
        for number in numbers {
          let event = fact(number)
          group.addTask { (number, (try? await log.append([event])) != nil) }  // reported as false
        }
        return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
    }
  }

  @Test func `what arrives while a commit is under way is committed together next`() async throws {
    try await TestLedger.with { ledger in
      _ = try await ledger.log.append([fact(0)])
      let appended = try await ledger.whileLanesAreLocked { log in
        let all = appendEach(1...200, to: log)
        await unanswered(200, by: log)
        return all
      }
      #expect(appended.values.filter(\.self).count == 200)
      let count = try await ledger.eventCount()
      #expect(count == 201)
      let commits = try await ledger.count("select count(distinct recorded_at) from lane_batch")
      #expect(commits <= 3)
    }
  }

  @Test func `poison fails alone, its neighbors are stored`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.owner.withConnection { connection in
        try await connection.script("alter table event add check (transaction_id <> '7')")
      }
      let results = try await ledger.whileLanesAreLocked { log in
        let all = appendEach(0..<20, to: log)
        await unanswered(20, by: log)
        return all
      }
      let failed = results.filter { !$0.value }.map(\.key)
      #expect(failed == [7])
      let count = try await ledger.eventCount()
      #expect(count == 19)
    }
  }

  @Test func `a decision that breaks its promise fails alone, its neighbors are stored`()
    async throws
  {
    try await TestLedger.with { ledger in
      let (failed, stored) = try await ledger.whileLanesAreLocked { log in
        let broken = Task {
          try await log.decide(StrayDecision(), in: AggregateCache<Int>(of: log))
        }
        let neighbors = appendEach(1...20, to: log)
        await unanswered(21, by: log)
        return Task { (await broken.result, try await neighbors.value) }
      }
      #expect(throws: BrokenPromise.self) { _ = try failed.get() }
      #expect(stored.values.filter(\.self).count == 20)
      let later = try await ledger.log.append([fact(21)])
      #expect(later.outcomes.map(\.isDuplicate) == [false])
      let count = try await ledger.eventCount()
      #expect(count == 21)
    }
  }

  @Test func `a caller who goes away does not take the others along`() async throws {
    try await TestLedger.with { ledger in
      let stored = try await ledger.whileLanesAreLocked { log in
        let first = appendEach(1...1, to: log)
        let other = appendEach(2...2, to: log)
        await unanswered(2, by: log)
        first.cancel()
        return Task {
          _ = try await first.value  // it was in the queue, and is written for any caller
          return try await other.value
        }
      }
      #expect(stored == [2: true])
      await ledger.log.close()  // the batch of the first may be the second one
      let count = try await ledger.eventCount()
      #expect(count == 2)
    }
  }

  @Test func `two writers share the lanes without a gap or a double`() async throws {
    try await TestLedger.with { ledger in
      let second = try await EventLog(ledger.pool, keyring: ledger.keyring)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<60 {
          for log in [ledger.log, second] {
            group.addTask { _ = try await log.append([fact(number), fact(number + 1)]) }
          }
        }
        try await group.waitForAll()
      }
      let count = try await ledger.eventCount()
      #expect(count == 61)
      let gaps = try await ledger.count(
        """
        select count(*) from (
          select first_position - lag(last_position, 1, 0::bigint)
            over (partition by lane order by first_position) as step from lane_batch) as b
        where step <> 1
        """)
      #expect(gaps == 0)
    }
  }

  @Test func `what no database keeps is rejected before it waits`() async throws {
    try await TestLedger.with { ledger in
      let endless = Instant(milliseconds: 253_402_300_800_000)
      await #expect(throws: EventLogError.unstorable) {
        _ = try await ledger.log.append([
          NewEvent(
            .chain(.transactionObserved(.subscription("1", from: TestLedger.now, to: endless))))
        ])
      }
      for text in ["a\u{0}b", String(repeating: "x", count: 1_025)] {
        let event = NewEvent(
          .chain(
            .transactionObserved(
              .subscription(TransactionID(text), from: TestLedger.now, to: TestLedger.now))))
        await #expect(throws: EventLogError.unstorable) {
          _ = try await ledger.log.append([event])
        }
      }
      let count = try await ledger.eventCount()
      #expect(count == 0)
    }
  }
}

struct WriterQueueTests {
  private typealias Queue = WriterQueue<Int>

  private func draft(bytes: Int) -> Draft {
    let body = [UInt8](repeating: 0, count: bytes)
    return Draft(
      items: [], evidence: [ObjectIdentifier(Evidence(body)): body], names: [], forgotten: [],
      generation: 0)
  }

  @Test func `the first starts a writer, the others wait for it`() {
    var queue = Queue()
    #expect(queue.enlist(draft(bytes: 1), 1) == .first)
    #expect(queue.enlist(draft(bytes: 1), 2) == .waits)
    #expect(queue.next()?.map(\.waiter) == [1, 2])
    #expect(queue.enlist(draft(bytes: 1), 3) == .waits)
    #expect(queue.next()?.map(\.waiter) == [3])
    #expect(queue.next() == nil)
    #expect(queue.enlist(draft(bytes: 1), 4) == .first)
  }

  @Test func `a batch ends where it holds enough, and no draft is too big for one`() {
    var queue = Queue()
    for waiter in 0..<3 {
      _ = queue.enlist(draft(bytes: Queue.batchByteMax / 2), waiter)
    }
    _ = queue.enlist(draft(bytes: Queue.batchByteMax * 2), 3)
    #expect(queue.next()?.map(\.waiter) == [0, 1])
    #expect(queue.next()?.map(\.waiter) == [2])
    #expect(queue.next()?.map(\.waiter) == [3])
  }

  @Test func `what is more than memory may hold is rejected until there is room`() {
    var queue = Queue()
    let big = draft(bytes: Queue.waitingByteMax / 2)
    #expect(queue.enlist(big, 0) == .first)
    #expect(queue.enlist(big, 1) == .waits)
    #expect(queue.enlist(big, 2) == .full)
    _ = queue.next()
    #expect(queue.enlist(big, 3) == .waits)
    for waiter in 0..<Queue.waitingMax { _ = queue.enlist(draft(bytes: 0), waiter) }
    #expect(queue.enlist(draft(bytes: 0), 4) == .full)
  }
}

/// A decision that breaks its promise: its event belongs to the stream of another chain.
private struct StrayDecision: Decider {
  let stream = StreamID.chain(ChainID(.production, "1"))
  let bundleID = TestLedger.bundleID
  let environment = StoreEnvironment.production
  let initial = 0

  func evolve(_ state: inout Int, with event: LedgerEvent) { state += 1 }

  func decide(on state: Int, at moment: Instant) -> (verdict: Int, events: [LedgerEvent]) {
    let stray = TransactionFact.subscription(
      "99", chain: "2", from: TestLedger.now, to: TestLedger.now + .seconds(60))
    return (state, [.chain(.transactionObserved(stray))])
  }
}
