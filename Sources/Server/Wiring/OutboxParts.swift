import EventProcessing
import EventStore
import Intake
import Ledger
import Logging
package import Outbox
import Postgres
package import Reconciliation

/// The parts of the outbox: queue, consumers of the log, worker and services.
package struct OutboxParts: Sendable {
  package let queue: JobQueue
  package let worker: OutboxWorker
  package let consumer: OutboxConsumer
  /// The consumer that enqueues the reading of histories.
  package let histories: ReconciliationConsumer
  let receipts: ReceiptService
  package let lookups: PurchaseLookups
  let links: LinkService

  init(
    _ apps: [ConfiguredApp], _ intake: Intake, _ log: EventLog, _ keyring: Keyring, on pool: Pool,
    askable: Set<BundleID>, verifiable: Set<BundleID>, asking: [any JobHandler], logger: Logger,
    now: @escaping @Sendable () -> Instant
  ) {
    let queue = JobQueue(pool: pool, log: log, keyring: keyring)
    let handlers: [any JobHandler] =
      [
        PostHandler(intake: intake, queue: queue, now: now),
        LinkHandler(intake: intake, queue: queue),
      ] + asking
    self.queue = queue
    worker = OutboxWorker(queue: queue, handlers: handlers, logger: logger, now: now)
    let policy = JobPolicy(apps, askable: askable)
    consumer = OutboxConsumer(queue: queue, policy: policy, now: now)
    histories = ReconciliationConsumer(queue: queue, policy: policy, now: now)
    receipts = ReceiptService(
      intake: intake, queue: queue, worker: worker, askable: askable,
      verifiable: verifiable, now: now)
    lookups = PurchaseLookups(queue: queue, askable: askable, verifiable: verifiable, now: now)
    links = LinkService(intake: intake, queue: queue, askable: askable, now: now)
  }
}
