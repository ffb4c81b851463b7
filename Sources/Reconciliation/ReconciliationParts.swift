import AppStore
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
  /// The log of the outages of the database.
  let outage: OutageLog

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
    outage = pool.outage
  }
}

extension ReconciliationParts {
  private static let atOnce = 100

  /// Continues reading the histories of all customers of an app that were not read since a moment. One that
  /// Apple does not give now is enqueued, and keeps no other waiting.
  package func readAllHistories(
    of store: StoreEndpoint, before moment: Instant
  ) async throws -> ReconciliationCount {
    var count = ReconciliationCount()
    var refused: Set<ChainID> = []
    while true {
      let due = try await cursors.unread(
        in: store, since: moment, limit: Self.atOnce + refused.count
      ).map(\.chain).filter { !refused.contains($0) }
      guard !due.isEmpty else { return count }
      for chain in due where try await !cursors.isRead(chain, since: moment) {
        do {
          count += try await histories.read(
            customerOf: TransactionID(chain.originalTransactionID.rawValue), in: store, chain: chain
          )
        } catch let error as ServerAPIError where error.verdict == .never {
          try await queue.enqueue([NewJob(.history, about: chain, dueAt: now())], at: now())
          refused.insert(chain)
        }
      }
    }
  }
}
