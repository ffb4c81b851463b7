import EventStore
import Intake
import Ledger
import Logging
import Outbox
import Postgres

/// What sees to it that nothing stays unfinished.
struct OutboxParts: Sendable {
  let queue: ErrandQueue
  let worker: OutboxWorker
  let clerk: Clerk
  let receipts: ReceiptDesk
  let links: LinkDesk

  init(
    _ apps: [ConfiguredApp], _ intake: Intake, _ log: EventLog, _ keyring: Keyring, on pool: Pool,
    askable: Set<BundleID>, asking: [any ErrandHandler], logger: Logger,
    now: @escaping @Sendable () -> Instant
  ) {
    let queue = ErrandQueue(pool: pool, log: log, keyring: keyring)
    let handlers: [any ErrandHandler] =
      [
        PostHandler(intake: intake, queue: queue, now: now),
        LinkHandler(intake: intake, queue: queue),
      ] + asking
    self.queue = queue
    worker = OutboxWorker(queue: queue, handlers: handlers, logger: logger, now: now)
    clerk = Clerk(
      queue: queue, rule: ErrandRule(apps, askable: askable), logger: logger,
      listener: pool.listener(on: EventLog.channel), now: now)
    receipts = ReceiptDesk(intake: intake, queue: queue, worker: worker, now: now)
    links = LinkDesk(intake: intake, queue: queue, askable: askable, now: now)
  }
}
