import Ledger
import Synchronization
import TestSupport
import Testing

@testable import EventStore

struct ClosingTests {
  private func fact(_ number: Int) -> NewEvent {
    NewEvent(
      .chain(
        .transactionObserved(
          .subscription(
            TransactionID("\(number)"), chain: OriginalTransactionID("\(number % 5)"),
            from: TestLedger.now, to: TestLedger.now + .seconds(60)))))
  }

  @Test func `appends in flight at the close are committed, later ones are refused`() async throws {
    try await TestLedger.with { ledger in
      let stored = try await ledger.whileLanesAreLocked { log in
        let appends = (1...50).map { number in Task { try await log.append([fact(number)]) } }
        while log.unansweredCount < 50 { await Task.yield() }
        let closing = Task { await log.close() }
        return Task {
          await closing.value
          #expect(log.unansweredCount == 0)
          var stored = 0
          for append in appends { stored += try await append.value.outcomes.count }
          return stored
        }
      }
      #expect(stored == 50)
      #expect(try await ledger.eventCount() == 50)
      await #expect(throws: EventLogError.closed) { try await ledger.log.append([fact(51)]) }
      await #expect(throws: EventLogError.closed) { try await ledger.log.cut() }
      #expect(try await ledger.eventCount() == 50)
    }
  }

  @Test func `a close waits for the commit of a caller who went away`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.whileLanesAreLocked { log in
        let append = Task { try await log.append([fact(1)]) }
        while log.unansweredCount < 1 { await Task.yield() }
        append.cancel()
        await #expect(throws: CancellationError.self) { try await append.value }
        return Task { await log.close() }
      }
      #expect(try await ledger.eventCount() == 1)
    }
  }

  @Test func `a log is closed twice, also at once, and without any work`() async throws {
    try await TestLedger.with { ledger in
      async let first: Void = ledger.log.close()
      async let second: Void = ledger.log.close()
      _ = await (first, second)
      await ledger.log.close()
      await #expect(throws: EventLogError.closed) { try await ledger.log.append([fact(1)]) }
      let count = try await ledger.eventCount()
      #expect(count == 0)
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `every request before the close is served, and none after it`() async throws {
    let served = Mutex(0)
    let gate = Gateway()
    let server = QueueServer(Numbers()) { batch in
      await gate.pass()
      served.withLock { $0 += batch.count }
    }
    let submit: @Sendable () throws -> Void = { try server.submit { $0.enlist() } }
    try submit()
    let closing = Task { await server.close() }
    var submitted = 1
    await #expect(throws: EventLogError.closed) {
      while true {
        try submit()
        submitted += 1
        await Task.yield()
      }
    }
    #expect(served.withLock(\.self) == 0)
    await gate.open()
    await closing.value
    #expect(served.withLock(\.self) == submitted)
    #expect(throws: EventLogError.closed) { try submit() }
  }
}

/// A queue of numbers, all of which are served together.
private struct Numbers: RequestQueue {
  private var waiting = 0
  private var isServing = false

  mutating func enlist() -> Bool {
    waiting += 1
    defer { isServing = true }
    return !isServing
  }

  mutating func next() -> [Int]? {
    isServing = waiting > 0
    defer { waiting = 0 }
    return isServing ? Array(0..<waiting) : nil
  }
}

/// A way that is closed until it is opened once.
private actor Gateway {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
