import EventProcessing
import Intake
import Ledger
import Logging
package import Outbox
import Projections
package import Reconciliation

/// The parts of the outbox: queue, consumers of the log, worker and services.
package struct OutboxParts: Sendable {
  package let queue: JobQueue
  package let worker: OutboxWorker
  /// The policy that decides which jobs an event creates.
  let policy: JobPolicy
  package let consumer: OutboxConsumer
  /// The consumer that enqueues the reading of histories.
  package let histories: ReconciliationConsumer
  let receipts: ReceiptService
  package let lookups: PurchaseLookups
  let links: LinkService
  let orders: OrderService

  init(
    _ apps: [ConfiguredApp], _ intake: Intake, _ reader: Reader, _ queue: JobQueue,
    clients: ServerAPIClients,
    verifiable: Set<BundleID>, asking: [any JobHandler], logger: Logger,
    now: @escaping @Sendable () -> Instant
  ) {
    let askable = clients.apps
    let links = ChainLinks(intake.links) { transaction, app, environment in
      try await reader.chains.chain(of: transaction, in: app, environment)
    }
    let handlers: [any JobHandler] =
      [
        PostHandler(intake: intake, queue: queue, now: now),
        LinkHandler(links: links, queue: queue),
      ] + asking
    self.queue = queue
    worker = OutboxWorker(queue: queue, handlers: handlers, logger: logger, now: now)
    policy = JobPolicy(apps, askable: askable)
    consumer = OutboxConsumer(queue: queue, policy: policy, now: now)
    histories = ReconciliationConsumer(queue: queue, policy: policy, now: now)
    receipts = ReceiptService(
      intake: intake, queue: queue, worker: worker, askable: askable,
      verifiable: verifiable, now: now)
    lookups = PurchaseLookups(queue: queue, askable: askable, verifiable: verifiable, now: now)
    self.links = LinkService(links: links, queue: queue, askable: askable, now: now)
    orders = OrderService(clients: clients, intake: intake)
  }
}
