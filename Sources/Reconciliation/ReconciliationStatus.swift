package import EventStore
package import Ledger
import Outbox
package import Postgres
import Projections

/// The completeness of Apple's recent notifications in the ledger, for one app in one environment.
package struct ReconciliationStatus: Hashable, Sendable {
  /// The length of the most recent period, which is left out because its notifications may still be
  /// on their way.
  package static let tailMax: Duration = .seconds(3_600)

  package let store: StoreEndpoint
  package let reach: StoreReach
  /// The number of days for which Apple can be asked.
  package let days: Int
  /// The window of these days, up to shortly before now.
  package let whole: Window
  /// The parts of the window that were not read yet, in order.
  package let gaps: [Window]
  /// The share of the window that was read, 0 to 1.
  package let coveredShare: Double
  /// The sum of all sweeps of the window.
  package let notifications: ReconciliationCount
  /// The number of notifications that Apple's history shows and that could not be ingested, by
  /// reason.
  package let rejected: [String: Int64]
  /// The sum of all readings of customers' histories in the window.
  package let histories: ReconciliationCount
  /// The number of pending requests to Apple.
  package let pending: Int64
  /// The number of requests to Apple that are dead-lettered: what they should have told is missing.
  package let deadLettered: Int64
  /// The number of purchases that are no charge until Apple tells their price.
  package let purchasesWithoutPrice: Int64
  package let lastSweepAt: Instant?

  /// The present share of what Apple still tells in percent, 0 to 100; 100 only if nothing is missing.
  package var completeness: Double {
    let expected = notifications.expected
    let missing = rejected.values.reduce(0, +)
    let here = expected == 0 ? 1 : 1 - Double(min(missing, expected)) / Double(expected)
    let percent = (coveredShare * here * 10_000).rounded(.down) / 100
    return isComplete ? 100 : min(percent, 99.99)
  }

  package var isComplete: Bool {
    reach == .askable && gaps.isEmpty && rejected.isEmpty && pending == 0 && deadLettered == 0
      && purchasesWithoutPrice == 0
  }
}

/// A reader of the status of reconciliation.
package struct ReconciliationService: Sendable {
  private let pool: Pool
  private let lanes: [Int16]
  private let records: SweepRecords
  private let prices: MissingPriceReader

  package init(_ pool: Pool, log: EventLog) {
    self.pool = pool
    lanes = log.lanes
    records = SweepRecords(pool)
    prices = MissingPriceReader(pool, lanes: log.lanes)
  }

  /// Returns the status of one store.
  package func status(
    of store: StoreEndpoint, reach: StoreReach = .askable, at now: Instant
  ) async throws -> ReconciliationStatus? {
    try await statuses(of: [KnownStore(endpoint: store, reach: reach)], at: now).first
  }

  /// Returns the statuses of stores, in their order.
  package func statuses(
    of stores: [KnownStore], at now: Instant
  ) async throws -> [ReconciliationStatus] {
    let missing = Dictionary(
      try await prices.counts().map { (StoreEndpoint($0.bundleID, $0.environment), $0.count) },
      uniquingKeysWith: +)
    var statuses: [ReconciliationStatus] = []
    for store in stores {
      let withoutPrice = missing[store.endpoint] ?? 0
      if let status = try await status(of: store, withoutPrice: withoutPrice, at: now) {
        statuses.append(status)
      }
    }
    return statuses
  }

  private func status(
    of known: KnownStore, withoutPrice: Int64, at now: Instant
  ) async throws -> ReconciliationStatus? {
    let store = known.endpoint
    let tail = now - ReconciliationStatus.tailMax
    let history = try await records.reach(of: store, at: now)
    guard let whole = history.window(at: now).flatMap({ Window(from: $0.from, to: tail) })
    else { return nil }
    let coverage = try await records.coverage(of: store)[.zero] ?? Coverage([])
    let (sums, rejected) = try await pool.withConnection { [lanes] connection in
      let (app, environment) = (store.bundleID.rawValue, store.environment.rawValue)
      let found = try await connection.query([
        Call(
          .reconciliationSums, app, environment, whole.from, lanes, JobKind.readings.words,
          JobKind.purchaseUnknown),
        Call(.rejectedNotificationsCount, app, environment),
      ])
      return (found[0], found[1])
    }
    guard let sums = try sums.decode(ReconciliationSums.self).first else { return nil }
    return ReconciliationStatus(
      store: store, reach: known.reach, days: history.days, whole: whole,
      gaps: coverage.gaps(in: whole),
      coveredShare: coverage.share(of: whole),
      notifications: sums.notifications,
      rejected: Dictionary(
        try rejected.decode((String, Int64).self), uniquingKeysWith: +),
      histories: sums.histories, pending: sums.pending, deadLettered: sums.deadLettered,
      purchasesWithoutPrice: withoutPrice, lastSweepAt: sums.lastSweepAt)
  }
}

/// A row of `reconciliation_sums.sql`.
private struct ReconciliationSums: RowDecodable {
  let notifications: ReconciliationCount
  let histories: ReconciliationCount
  let pending: Int64
  let deadLettered: Int64
  let lastSweepAt: Instant?

  init(_ columns: inout ColumnReader) throws {
    notifications = try ReconciliationCount(&columns)
    histories = try ReconciliationCount(&columns)
    pending = try columns.next()
    deadLettered = try columns.next()
    lastSweepAt = try columns.next()
  }
}
