import EventStore
package import Ledger
import Postgres

/// The decisions on catalogs and cut-over dates.
package struct CatalogDecisions: Sendable {
  private let recorder: EventRecorder
  private let sharedState: SharedStateCache

  init(
    recorder: EventRecorder, sharedState: SharedStateCache
  ) {
    self.recorder = recorder
    self.sharedState = sharedState
  }

  /// Returns the problems of a catalog's coins, by what was declared and booked before.
  package func problems(
    ofCoinsIn catalog: Catalog, of bundleID: BundleID
  ) async throws -> [CatalogProblem] {
    CoinProblems.all(
      in: catalog, after: try await catalogs(of: bundleID),
      used: catalog.coins.values.contains(.game) ? try await coinsUsed(in: bundleID) : [])
  }

  /// Returns the coins of an app that were ever spent, reserved or adjusted here. Reads the whole log:
  /// for rare questions.
  private func coinsUsed(in bundleID: BundleID) async throws -> Set<Coin> {
    let rows = try await recorder.log.lookups.withConnection {
      [lanes = recorder.log.lanes] connection in
      try await connection.query(
        .coinsUsed, lanes, bundleID.rawValue, EventType.coinsMoved.rawValue)
    }
    return Set(try rows.decode(Coin.self))
  }

  /// Publishes the catalog of an app from a moment on. Returns after the commit. The caller has
  /// checked the coins.
  package func publish(
    _ catalog: Catalog, of bundleID: BundleID, validFrom: Instant,
    signed signature: ActSignature? = nil
  ) async throws -> CatalogPublished {
    let published = CatalogPublished(
      bundleID: bundleID, catalog: catalog, validFrom: validFrom, publishedAt: recorder.now())
    _ = try await recorder.append(
      .catalogPublished(published), as: .catalogPublish, on: bundleID.rawValue, signed: signature)
    return published
  }

  /// Returns the coins of an app that the game keeps.
  package func coinsKeptByGame(of bundleID: BundleID) async throws -> Set<Coin> {
    let published = try await sharedState.shared().catalogs(of: bundleID).published
    return Set(
      published.flatMap { $0.catalog.coins.filter { $0.value == .game }.keys })
  }

  /// Returns every catalog of an app, in recording order, from the cache of the shared state.
  func known(of bundleID: BundleID) async throws -> Catalogs {
    try await sharedState.shared().catalogs(of: bundleID)
  }

  /// Returns every catalog of an app, in recording order.
  package func catalogs(of bundleID: BundleID) async throws -> Catalogs {
    SharedState(try await recorder.log.reading.shared()).catalogs(of: bundleID)
  }

  /// Declares the cut-over date from which this ledger grants the coins of an app's purchases.
  /// Coins of earlier purchases were granted externally. A repetition changes nothing. Returns the
  /// valid declaration after the commit.
  @discardableResult
  package func declare(
    before moment: Instant, of bundleID: BundleID, in environment: StoreEnvironment,
    signed signature: ActSignature? = nil
  ) async throws -> CutOverDeclared {
    let current = try await cutOvers().current(in: bundleID, environment: environment)
    if let current, current.before == moment { return current }
    let cutOver = CutOverDeclared(
      bundleID: bundleID, environment: environment, before: moment, decidedAt: recorder.now())
    _ = try await recorder.append(
      .cutOverDeclared(cutOver), as: .catalogOpening, on: bundleID.rawValue, signed: signature)
    return cutOver
  }

  /// Returns every declared cut-over date.
  package func cutOvers() async throws -> CutOvers {
    SharedState(try await recorder.log.reading.shared()).cutOvers
  }
}
