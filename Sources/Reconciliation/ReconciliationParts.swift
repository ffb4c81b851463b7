package import Intake
package import Ledger
package import Outbox
package import Postgres
package import Projections

/// The parts of reconciliation.
package struct ReconciliationParts: Sendable {
  /// The apps with a key for Apple's Server API, in each environment Apple has.
  package let stores: [StoreEndpoint]
  package let known: KnownStores
  package let sweeper: Sweeper
  package let histories: CustomerHistories
  let queue: JobQueue
  let reader: Reader

  package var cursors: ReconciliationCursors { histories.cursors }
  var clients: ServerAPIClients { histories.clients }
  var now: @Sendable () -> Instant { histories.now }

  package init(
    pool: Pool, apps: [ConfiguredApp], histories: CustomerHistories, reader: Reader,
    queue: JobQueue
  ) {
    known = KnownStores(
      pool, lanes: histories.cursors.lanes, apps: apps, askable: histories.clients.apps)
    stores = known.configured.filter { $0.reach == .askable }.map(\.endpoint)
    sweeper = Sweeper(
      clients: histories.clients, intake: histories.intake, records: SweepRecords(pool),
      leases: ReconcilerLeases(pool), now: histories.now)
    self.histories = histories
    self.queue = queue
    self.reader = reader
  }
}

extension ReconciliationParts {
  private static let atOnce = 100

  /// Continues reading the histories of all customers of an app that were not read since a moment.
  package func readAllHistories(
    of store: StoreEndpoint, before moment: Instant
  ) async throws -> ReconciliationCount {
    var count = ReconciliationCount()
    while case let due = try await cursors.unread(in: store, since: moment, limit: Self.atOnce),
      !due.isEmpty
    {
      for cursor in due where try await !cursors.isRead(cursor.chain, since: moment) {
        count += try await histories.read(
          customerOf: TransactionID(cursor.chain.originalTransactionID.rawValue), in: store,
          chain: cursor.chain)
      }
    }
    return count
  }
}
