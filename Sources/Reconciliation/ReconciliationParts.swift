package import Intake
package import Ledger
package import Outbox
package import Postgres
package import Projections

/// What reconciliation is put together of.
package struct ReconciliationParts: Sendable {
  /// The apps with a key for Apple's Server API, in each environment Apple has.
  package let stores: [StoreFront]
  package let sweeper: Sweeper
  package let histories: CustomerHistories
  let queue: ErrandQueue
  let reader: Reader

  package var watches: ChainWatches { histories.watches }
  var clients: ServerAPIClients { histories.clients }
  var now: @Sendable () -> Instant { histories.now }

  package init(
    pool: Pool, apps: [ConfiguredApp], histories: CustomerHistories, reader: Reader,
    queue: ErrandQueue
  ) {
    let clients = histories.clients
    stores = apps.filter { clients.apps.contains($0.bundleID) }.flatMap { app in
      StoreEnvironment.ofApple.filter(app.environments.contains)
        .map { StoreFront(app.bundleID, $0) }
    }
    sweeper = Sweeper(
      clients: histories.clients, intake: histories.intake, records: SweepRecords(pool),
      leases: ReconcilerLeases(pool, now: histories.now), now: histories.now)
    self.histories = histories
    self.queue = queue
    self.reader = reader
  }
}

extension ReconciliationParts {
  private static let atOnce = 100

  /// Reads on the histories of all customers of an app that were read before a moment, or never.
  package func readAllHistories(
    of store: StoreFront, before moment: Instant
  ) async throws -> ReconciliationCount {
    var count = ReconciliationCount()
    while case let due = try await watches.unread(in: store, since: moment, limit: Self.atOnce),
      !due.isEmpty
    {
      for watch in due where try await !watches.isRead(watch.chain, since: moment) {
        count += try await histories.read(
          customerOf: TransactionID(watch.chain.originalTransactionID.rawValue), in: store,
          chain: watch.chain)
      }
    }
    return count
  }
}
