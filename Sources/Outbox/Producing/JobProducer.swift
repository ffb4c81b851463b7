import EventStore
package import Ledger
package import Logging
package import Postgres
import ServiceLifecycle

/// A service that enqueues the jobs of events. It reads each lane from its checkpoint, so that no
/// request waits for it.
///
/// Jobs and checkpoint are written in one transaction. Reading events again creates the same jobs.
package struct JobProducer: Service {
  /// The largest number of events that a step reads.
  package static let batchMax = 500
  /// The options of a transaction whose loss does no harm: if a crash takes back a checkpoint, the
  /// lane is read again.
  private static let unhurried = TransactionOptions(synchronousCommitOff: true)

  private let queue: JobQueue
  private let rule: JobPolicy
  private let now: @Sendable () -> Instant
  private let follower: PollLoop

  package init(
    queue: JobQueue, rule: JobPolicy, logger: Logger, listener: Listener? = nil,
    pollInterval: Duration = .milliseconds(250), now: @escaping @Sendable () -> Instant
  ) {
    self.queue = queue
    self.rule = rule
    self.now = now
    follower = PollLoop(
      name: "job producer", logger: logger, listener: listener, pollInterval: pollInterval)
  }

  /// Follows the log until it is canceled or shut down.
  package func run() async throws {
    await cancelWhenGracefulShutdown { await follower.follow { try await runOnce() > 0 } }
  }

  /// Reads one bounded batch in each lane. Returns the number of events that the checkpoints
  /// passed.
  @discardableResult
  package func runOnce() async throws -> Int {
    let (reached, end) = (try await reached(), try await queue.log.position())
    var count = 0
    for lane in queue.log.lanes where (reached.lanes[lane] ?? 0) < (end.lanes[lane] ?? 0) {
      count += try await advance(JobProducerLane(lane: lane))
    }
    return count
  }

  /// Returns the position reached in all lanes.
  package func reached() async throws -> Position {
    let rows = try await queue.pool.withConnection { [log = queue.log] connection in
      try await connection.query(.jobProducerCheckpointsRead, log.lanes)
    }
    return Position(
      Dictionary(try rows.decode((Int16, Int64).self), uniquingKeysWith: max))
  }

  private func advance(_ lane: JobProducerLane) async throws -> Int {
    try await queue.pool.withTransaction(Self.unhurried) { connection in
      guard let position = try lane.lock(on: connection) else { return 0 }
      let page = try await queue.log.page(
        lane: lane.lane, after: position, limit: Self.batchMax)
      guard let end = page.last?.id.position else { return 0 }
      // The projector reports an unreadable event, and the event creates no job.
      let events = page.compactMap { try? $0.get() }
      let unheard = try lane.advanceCursors(events.facts, on: connection)
      try queue.enqueue(jobs(for: events, unheard), at: now(), on: connection)
      try lane.move(to: end, on: connection)
      return page.count
    }
  }

  private func jobs(for events: [RecordedEvent], _ unheard: Set<ChainID>) -> [NewJob] {
    let moment = now()
    return events.flatMap { event in
      let isFirst = event.event.ofChain?.chainOfFact.map(unheard.contains) ?? false
      return rule.jobs(for: event, isFirst: isFirst, at: moment)
    }
  }
}

extension [RecordedEvent] {
  fileprivate var facts: [TransactionFact] {
    compactMap { if case .chain(.transactionObserved(let fact)) = $0.event { fact } else { nil } }
  }
}
