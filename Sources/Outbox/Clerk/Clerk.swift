import EventStore
package import Ledger
package import Logging
package import Postgres
import ServiceLifecycle

/// Writes down what is owed by events: reads each lane on from its checkpoint, so that no request waits
/// for it.
///
/// What is owed and how far was read are written in one transaction. Read again, a lane owes the same.
package struct Clerk: Service {
  /// How many events a step reads at most.
  package static let batchMax = 500
  /// A checkpoint that a crash takes back lets the lane be read again.
  private static let unhurried = TransactionOptions(synchronousCommitOff: true)

  private let queue: ErrandQueue
  private let rule: ErrandRule
  private let now: @Sendable () -> Instant
  private let follower: Follower

  package init(
    queue: ErrandQueue, rule: ErrandRule, logger: Logger, listener: Listener? = nil,
    pollInterval: Duration = .milliseconds(250), now: @escaping @Sendable () -> Instant
  ) {
    self.queue = queue
    self.rule = rule
    self.now = now
    follower = Follower(
      name: "clerk", logger: logger, listener: listener, pollInterval: pollInterval)
  }

  /// Follows the log until it is cancelled or shut down.
  package func run() async throws {
    await cancelWhenGracefulShutdown { await follower.follow { try await runOnce() > 0 } }
  }

  /// Does one bounded batch a lane; returns how many events it moved over.
  @discardableResult
  package func runOnce() async throws -> Int {
    let (reached, end) = (try await reached(), try await queue.log.position())
    var count = 0
    for lane in queue.log.lanes where (reached.lanes[lane] ?? 0) < (end.lanes[lane] ?? 0) {
      count += try await advance(ClerkLane(lane: lane))
    }
    return count
  }

  /// How far all lanes were read.
  package func reached() async throws -> Position {
    let rows = try await queue.pool.withConnection { [log = queue.log] connection in
      try await connection.query(OutboxStatements.clerkCheckpointsRead, log.lanes)
    }
    return Position(
      Dictionary(
        try rows.map { (try $0.get(0, as: Int16.self), try $0.get(1, as: Int64.self)) },
        uniquingKeysWith: max))
  }

  private func advance(_ lane: ClerkLane) async throws -> Int {
    try await queue.pool.withTransaction(Self.unhurried) { connection in
      guard let position = try lane.lock(on: connection) else { return 0 }
      let page = try await queue.log.page(
        lane: lane.lane, after: position, limit: Self.batchMax)
      guard let end = page.last?.id.position else { return 0 }
      // What cannot be read is told by the projector, and owes nothing.
      let events = page.compactMap { try? $0.get() }
      let unheard = try lane.watch(events.facts, on: connection)
      try queue.owe(owed(by: events, unheard), at: now(), on: connection)
      try lane.move(to: end, on: connection)
      return page.count
    }
  }

  private func owed(by events: [RecordedEvent], _ unheard: Set<ChainID>) -> [NewErrand] {
    let moment = now()
    return events.flatMap { event in
      let isFirst = event.event.chainOfFact.map(unheard.contains) ?? false
      return rule.owed(by: event, isFirst: isFirst, at: moment)
    }
  }
}

extension [RecordedEvent] {
  fileprivate var facts: [TransactionFact] {
    compactMap { if case .transactionObserved(let fact) = $0.event { fact } else { nil } }
  }
}
