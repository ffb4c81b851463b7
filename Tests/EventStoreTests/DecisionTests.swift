import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

@testable import EventStore

struct DecisionTests {
  private static let neighbor = NewEvent(
    .chain(
      .transactionObserved(
        .subscription(
          "3", chain: "3000", from: TestLedger.now, to: TestLedger.now + .seconds(60)))))

  @Test func `a decision commits while readers hold all of their connections`() async throws {
    try await TestLedger.with { ledger in
      let folds = AggregateCache<Tally>(of: ledger.log)
      #expect(try await ledger.log.decide(TallyDecision(), in: folds).verdict == Tally())

      // Another process appends: a fact with a product of a new name, the same fact of a later
      // moment, which is stored as a copy, and a fact of the chain on which the tally depends.
      let other = try await EventLog(ledger.pool, keyring: ledger.keyring)
      let fact = TransactionFact.subscription(
        "1", chain: "1000", product: "com.example.new", from: TestLedger.now,
        to: TestLedger.now + .seconds(60))
      let copy = fact.asserted(at: TestLedger.now + .seconds(1))
      let neighbor = TransactionFact.subscription(
        "2", chain: "2000", from: TestLedger.now, to: TestLedger.now + .seconds(60))
      for fact in [fact, copy, neighbor] {
        _ = try await other.append([NewEvent(.chain(.transactionObserved(fact)))])
      }

      let verdict = try await ledger.log.lookups.whileHeld(EventLog.lookupsMaxDefault) {
        try await ledger.log.decide(TallyDecision(), in: folds).verdict
      }
      #expect(verdict == Tally(own: 2, neighbors: 1))
    }
  }

  @Test func `two decisions of one batch on a stream count what either cache lacks`() async throws {
    try await TestLedger.with { ledger in
      let (early, late) = (
        AggregateCache<Tally>(of: ledger.log), AggregateCache<Tally>(of: ledger.log)
      )
      #expect(try await ledger.log.decide(TallyDecision(), in: early).verdict.own == 0)
      let fact = TransactionFact.subscription(
        "1", chain: "1000", from: TestLedger.now, to: TestLedger.now + .seconds(60))
      _ = try await ledger.log.append([NewEvent(.chain(.transactionObserved(fact)))])
      #expect(try await ledger.log.decide(TallyDecision(), in: late).verdict.own == 1)

      let verdicts = try await ledger.whileLanesAreLocked { log in
        // The writer waits for the lanes with a batch of its own, so both decisions share the next.
        let blocking = Task { try await log.append([Self.neighbor]) }
        try await ledger.waitUntilALaneIsAwaited()
        let first = Task {
          try await log.decide(TallyDecision(product: "com.example.month"), in: early).verdict
        }
        while log.unansweredCount < 2 { await Task.yield() }
        let second = Task { try await log.decide(TallyDecision(), in: late).verdict }
        while log.unansweredCount < 3 { await Task.yield() }
        return Task {
          _ = try await blocking.value
          return [try await first.value, try await second.value]
        }
      }
      #expect(verdicts.map(\.own) == [1, 2])
      for folds in [early, late] {
        #expect(try await ledger.log.decide(TallyDecision(), in: folds).verdict.own == 2)
        #expect(folds.pendingCount == 0)
      }
    }
  }

  @Test func `a decision that cannot be stored leaves nothing in the cache of its batch`()
    async throws
  {
    try await TestLedger.with { ledger in
      let folds = AggregateCache<Tally>(of: ledger.log)
      for _ in 1...3 {
        await #expect(throws: (any Error).self) {
          try await ledger.log.decide(TallyDecision(product: "com.example\u{0}month"), in: folds)
        }
        #expect(folds.pendingCount == 0)
      }
      let verdict = try await ledger.log.decide(TallyDecision(), in: folds).verdict
      #expect(verdict == Tally())
      #expect(folds.pendingCount == 0)
      let count = try await ledger.eventCount()
      #expect(count == 0)
    }
  }

  @Test
  func
    `an event that is stored already is left out of a decision, and the others of its batch stay`()
    async throws
  {
    try await TestLedger.with { ledger in
      let first = try await ledger.log.decide(
        RepeatedDecision(), in: AggregateCache(of: ledger.log)
      ).appended
      let count = try await ledger.eventCount()
      let folds = AggregateCache<Int>(of: ledger.log)
      let (repeated, other) = try await ledger.whileLanesAreLocked { log in
        let blocking = Task { try await log.append([Self.neighbor]) }
        try await ledger.waitUntilALaneIsAwaited()
        let repeated = Task { try await log.decide(RepeatedDecision(), in: folds).appended }
        while log.unansweredCount < 2 { await Task.yield() }
        let other = Task {
          try await log.decide(RepeatedDecision(account: "other"), in: folds).appended
        }
        while log.unansweredCount < 3 { await Task.yield() }
        return Task {
          _ = try await blocking.value
          return (try await repeated.value, try await other.value)
        }
      }
      #expect(repeated.outcomes == first.outcomes.map { .duplicate(of: $0.id) })
      #expect(other.outcomes.map(\.isDuplicate) == [false])
      #expect(try await ledger.eventCount() == count + 2)
      #expect(folds.pendingCount == 0)
    }
  }

  @Test func `a stream that left the cache before the locks is read whole`() async throws {
    try await TestLedger.with { ledger in
      let folds = AggregateCache<Tally>(of: ledger.log)
      for transaction in 1...3 {
        let fact = TransactionFact.subscription(
          TransactionID("\(transaction)"), chain: "1000", from: TestLedger.now,
          to: TestLedger.now + .seconds(60))
        _ = try await ledger.log.append([NewEvent(.chain(.transactionObserved(fact)))])
      }
      #expect(try await ledger.log.decide(TallyDecision(), in: folds).verdict.own == 3)
      let place = StreamPlace(TallyDecision().stream, among: ledger.log.installation.laneCount)
      let verdict = try await ledger.whileLanesAreLocked { log in
        let deciding = Task { try await log.decide(TallyDecision(), in: folds).verdict }
        try await ledger.waitUntilALaneIsAwaited()
        _ = folds.checkOut(place, upTo: 0, initial: Tally(), since: 0)
        folds.discard(place)
        return deciding
      }
      #expect(verdict.own == 3)
      #expect(folds.pendingCount == 0)
    }
  }
}

/// The number of events of a chain, and of the chain that it depends on.
private struct Tally: Hashable, Sendable {
  var own = 0
  var neighbors = 0
  var isAsking = false
}

/// A decision that returns the tally, and appends a fact of the product if it has one.
private struct TallyDecision: Decider {
  private static let neighbor = StreamID.chain(ChainID(.production, "2000"))

  let stream = StreamID.chain(ChainID(.production, "1000"))
  let bundleID = TestLedger.bundleID
  let environment = StoreEnvironment.production
  let initial = Tally()
  var product: ProductID?

  func evolve(_ state: inout Tally, with event: LedgerEvent) {
    state.own += 1
    state.isAsking = state.neighbors == 0
  }

  func dependencies(of state: Tally) -> [StreamID] { state.isAsking ? [Self.neighbor] : [] }

  func apply(_ events: [LedgerEvent], of dependency: StreamID, to state: inout Tally) {
    state.neighbors = events.count
    state.isAsking = false
  }

  func decide(on state: Tally, at moment: Instant) -> (verdict: Tally, events: [LedgerEvent]) {
    let facts = product.map { product in
      TransactionFact.subscription(
        "1", chain: "1000", product: product, from: moment, to: moment + .seconds(60))
    }
    return (state, [facts].compactMap(\.self).map { .chain(.transactionObserved($0)) })
  }
}

/// A decision that names an account, again each time.
private struct RepeatedDecision: Decider {
  var account: AccountID = "player"

  var stream: StreamID { .account(reference) }
  let bundleID = TestLedger.bundleID
  let environment = StoreEnvironment.production
  let initial = 0

  private var reference: AccountReference { AccountReference(environment, bundleID, account) }

  func evolve(_ state: inout Int, with event: LedgerEvent) { state += 1 }

  func decide(on state: Int, at moment: Instant) -> (verdict: Int, events: [LedgerEvent]) {
    let named = AccountAliased(
      environment: environment, bundleID: bundleID, alias: reference, account: reference,
      generation: 0, decidedAt: moment)
    return (state, [.account(.accountAliased(named))])
  }
}

extension Pool {
  /// Runs the body while other tasks hold so many connections.
  fileprivate func whileHeld<Result: Sendable>(
    _ count: Int, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let holders = Holders()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask { try await self.withConnection { _ in await holders.hold() } }
      }
      while await holders.count < count { await Task.yield() }
      do {
        let result = try await body()
        await holders.release()
        return result
      } catch {
        await holders.release()
        throw error
      }
    }
  }
}

/// Tasks that wait until they are released together.
private actor Holders {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  var count: Int { waiting.count }

  func hold() async {
    await withCheckedContinuation { waiting.append($0) }
  }

  func release() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
