import EventProcessing
import Intake
import Ledger
import Logging
package import Outbox
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
  let orders: OrderService

  init(
    _ apps: [ConfiguredApp], _ intake: Intake, _ queue: JobQueue, clients: ServerAPIClients,
    verifiable: Set<BundleID>, asking: [any JobHandler], logger: Logger,
    now: @escaping @Sendable () -> Instant
  ) {
    let askable = clients.apps
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
    orders = OrderService(clients: clients, intake: intake)
  }
}
