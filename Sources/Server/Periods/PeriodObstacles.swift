import EventProcessing
import EventStore
import Ledger
import Postgres
import Projections
import Reconciliation

/// The things that make the figures of a period incomplete, so that it should not be closed.
struct PeriodObstacles: Sendable {
  let pool: Pool
  let log: EventLog
  let known: KnownStores

  /// Returns a sentence on each of them.
  func found(
    for app: BundleID, in environment: StoreEnvironment, at now: Instant
  ) async throws -> [String] {
    let waiting = try await WaitingCoins.read(pool, log)
    func count(_ products: [UnpricedProduct]) -> Int {
      products.filter { $0.bundleID == app && $0.environment == environment }
        .reduce(0) { $0 + $1.count }
    }
    return [
      Self.sentence(deadLetters: try await deadLetters()),
      Self.sentence(forCatalog: count(waiting.forCatalog)),
      Self.sentence(forApple: count(waiting.forApple)),
      try await withoutPrice(app, environment),
      try await incomplete(StoreEndpoint(app, environment), at: now),
    ].compactMap(\.self)
  }

  /// Returns the number of events that the projections could not read.
  func deadLetters() async throws -> Int64 {
    try await Lag.read(
      of: ProjectionConsumer.name, readsShared: true,
      deadLettersOf: ProjectionName.allCases.map(\.consumer), log: log, in: pool
    ).deadLetters
  }

  private static func sentence(deadLetters count: Int64) -> String? {
    count == 0
      ? nil
      : "the projections could not take \(count.counting("event")): see `daicho dead-letters list`"
  }

  private static func sentence(forCatalog count: Int) -> String? {
    count == 0 ? nil : "the coins of \(count.counting("purchase")) wait for a catalog"
  }

  private static func sentence(forApple count: Int) -> String? {
    count == 0
      ? nil
      : "the coins of \(count.counting("purchase")) wait for Apple to tell if the period was free, which "
        + "`daicho reconcile run` asks for"
  }

  private func withoutPrice(
    _ app: BundleID, _ environment: StoreEnvironment
  ) async throws -> String? {
    let count = try await Reader(pool: pool, log: log).missingPrices.counts()
      .filter { $0.bundleID == app && $0.environment == environment }
      .reduce(0) { $0 + $1.count }
    return count == 0
      ? nil
      : "\(count) purchases of \(app) in \(environment.rawValue) have no price and are no charge "
        + "yet, which `daicho reconcile run` asks Apple for"
  }

  private func incomplete(_ store: StoreEndpoint, at now: Instant) async throws -> String? {
    guard let reach = try await known.all().first(where: { $0.endpoint == store })?.reach,
      let status = try await ReconciliationService(pool, log: log)
        .status(of: store, reach: reach, at: now), !status.isComplete
    else { return nil }
    return "Apple's last \(status.days) days are complete to \(status.completeness) %, as "
      + "`daicho reconcile status` shows"
  }
}
