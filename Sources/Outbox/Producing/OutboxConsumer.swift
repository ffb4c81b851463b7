package import EventProcessing
import EventStore
package import Ledger
package import Postgres

/// The consumer that enqueues the jobs of events, except histories, which reconciliation enqueues.
///
/// Jobs and checkpoint are written in one transaction. Reading events again creates the same jobs.
package struct OutboxConsumer: TransactionalConsumer {
  package static let name: ConsumerName = .init(rawValue: "outbox")

  package let name: ConsumerName = OutboxConsumer.name
  /// None: a job that was done must not be enqueued again.
  package let tables: [String] = []

  private let queue: JobQueue
  private let policy: JobPolicy
  private let now: @Sendable () -> Instant

  package init(
    queue: JobQueue, policy: JobPolicy, now: @escaping @Sendable () -> Instant
  ) {
    self.queue = queue
    self.policy = policy
    self.now = now
  }

  package func apply(
    _ page: LanePage, after checkpoint: Checkpoint, isIsolating: Bool,
    on connection: isolated Connection
  ) async throws -> [NewDeadLetter] {
    guard isIsolating else {
      try enqueue(page.events, on: connection)
      return []
    }
    return try IsolatedWrite.write(page.events, for: name, on: connection, enqueue)
  }

  package func retry(
    _ deadLetters: [DeadLetter], of name: ConsumerName, in lane: ConsumerLane
  ) async throws -> Int {
    try await lane.retryEvents(deadLetters, of: name) { events, connection in
      try enqueue(events, on: connection)
    }
  }

  private func enqueue(_ events: [RecordedEvent], on connection: isolated Connection) throws {
    let moment = now()
    let jobs = events.flatMap { policy.jobs(for: $0, isFirst: false, at: moment) }
    try queue.enqueue(jobs.filter { $0.kind != .history }, at: moment, on: connection)
  }
}
