package import EventProcessing
import EventStore
package import Ledger
package import Postgres

/// The consumer that enqueues the jobs of events, except readings, which reconciliation enqueues.
///
/// Jobs and checkpoint are written in one transaction. Reading events again creates the same jobs.
package struct OutboxConsumer: EventwiseConsumer {
  package static let name: ConsumerName = .init(rawValue: "outbox")

  package let name: ConsumerName = OutboxConsumer.name

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

  package func process(
    _ events: [RecordedEvent], in lane: Int16, on connection: isolated Connection
  ) throws {
    let moment = now()
    let jobs = events.flatMap { policy.jobs(for: $0, at: moment) }
    try queue.enqueue(jobs, at: moment, on: connection)
  }
}
