import Foundation
import Ledger
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import EventStore

struct CutTests {
  /// Returns two facts of different lanes.
  private func pair(_ log: EventLog) throws -> [NewEvent] {
    let facts = (1...100).map { number in
      NewEvent(
        .chain(
          .transactionObserved(
            .subscription(
              TransactionID("\(number)"), chain: OriginalTransactionID("\(number)"),
              from: TestLedger.now, to: TestLedger.now + .seconds(60)))))
    }
    let lanes = facts.map { log.lane(of: $0.event.stream) }
    let other = try #require(lanes.firstIndex { $0 != lanes[0] })
    return [facts[0], facts[other]]
  }

  @Test(.timeLimit(.minutes(1)))
  func `two cuts at once do not wait for each other`() async throws {
    try await TestLedger.with { ledger in
      let lanes = [0] + ledger.log.lanes
      let appended = try await ledger.log.append(try pair(ledger.log)).outcomes.map(\.id)
      let cut = try await ledger.pool.withTransaction { connection in
        _ = try connection.query(
          .lanesLockShared, AdvisoryLock.lane.rawValue, lanes)  // a cut of another process
        return try await ledger.log.cut()
      }
      #expect(appended.allSatisfy(cut.covers))
    }
  }

  @Test func `an append that holds its locks is in the cut as a whole`() async throws {
    try await TestLedger.with { ledger in
      let draft = try await ledger.log.preparation.draft(
        AppendRequest(events: try pair(ledger.log)), since: 0)
      let batch = Batch(
        drafts: [draft], reader: ledger.log.reader, keyring: ledger.keyring,
        installation: ledger.log.installation, generation: 0)
      let (appended, task) = try await ledger.pool.withTransaction { connection in
        let appended = try await batch.append(on: connection)
        let task = Task { try await ledger.log.cut() }
        try await ledger.waitUntilALaneIsAwaited()
        return (appended, task)
      }
      let (cut, outcomes) = (try await task.value, appended.appended[0].outcomes)
      #expect(outcomes.count == 2)
      #expect(outcomes.map(\.id).allSatisfy(cut.covers))
    }
  }

  @Test func `an append that waits for the cut comes after it as a whole`() async throws {
    try await TestLedger.with { ledger in
      let lanes = [0] + ledger.log.lanes
      let (cut, task) = try await ledger.pool.withTransaction { connection in
        _ = try connection.query(.lanesLockShared, AdvisoryLock.lane.rawValue, lanes)
        let cut = try await ledger.log.cut()
        let events = try pair(ledger.log)
        let task = Task { try await ledger.log.append(events) }
        try await ledger.waitUntilALaneIsAwaited()
        return (cut, task)
      }
      let outcomes = try await task.value.outcomes
      #expect(outcomes.count == 2)
      #expect(!outcomes.map(\.id).contains(where: cut.covers))
      for outcome in outcomes {
        let event = try #require(try await ledger.log.reading.event(outcome.id))
        #expect(event.recordedAt > cut.moment)
      }
      let later = try await ledger.log.cut()
      #expect(outcomes.map(\.id).allSatisfy(later.covers))
    }
  }

  @Test func `requests that arrive during a cut share the next one`() async throws {
    let held = HeldCut()
    let queue = CutQueue {
      let number = await held.take()
      return Cut(position: Position(), moment: Instant(milliseconds: number), heads: [])
    }
    async let first = queue.next()
    while await held.count == 0 { await Task.yield() }
    let others = (0..<9).map { _ in Task { try await queue.next() } }
    while queue.waitingCount < 9 { await Task.yield() }
    await held.release()
    #expect(try await first.moment == Instant(milliseconds: 1))
    for other in others {
      #expect(try await other.value.moment == Instant(milliseconds: 2))
    }
    #expect(await held.count == 2)
    #expect(try await queue.next().moment == Instant(milliseconds: 3))
  }

  @Test func `a failed cut fails for those who shared it, and the next one is taken`() async throws
  {
    let calls = Mutex(0)
    let queue = CutQueue {
      guard
        calls.withLock({
          $0 += 1
          return $0
        }) > 1
      else { throw PostgresError.unavailable }
      return Cut(position: Position(), moment: TestLedger.now, heads: [])
    }
    await #expect(throws: PostgresError.unavailable) { try await queue.next() }
    #expect(try await queue.next().moment == TestLedger.now)
  }
}

extension Cut {
  fileprivate func covers(_ event: EventID) -> Bool {
    (position.lanes[event.lane] ?? 0) >= event.position
  }
}

/// A cut that waits until it is released, and counts its callers.
private actor HeldCut {
  private var isReleased = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private(set) var count: Int64 = 0

  /// Returns the number of the caller, counted from 1.
  func take() async -> Int64 {
    count += 1
    let number = count
    if !isReleased { await withCheckedContinuation { waiting.append($0) } }
    return number
  }

  func release() {
    isReleased = true
    for waiter in waiting { waiter.resume() }
    waiting = []
  }
}
