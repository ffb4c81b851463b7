import EventStore
package import Ledger
import Postgres

extension Intake {
  /// Returns the problems of a catalog's coins, by what was declared and booked before.
  package func problems(
    ofCoinsIn catalog: Catalog, of bundleID: BundleID
  ) async throws -> [CatalogProblem] {
    CatalogProblem.ofCoins(
      in: catalog, after: try await catalogs(of: bundleID),
      used: catalog.coins.values.contains(.game) ? try await coinsUsed(in: bundleID) : [])
  }

  /// Returns the coins of an app that were ever spent, reserved or adjusted here. Reads the whole log:
  /// for rare questions.
  private func coinsUsed(in bundleID: BundleID) async throws -> Set<Coin> {
    let rows = try await log.lookups.withConnection { [lanes = log.lanes] connection in
      try await connection.query(
        .coinsUsed, lanes, bundleID.rawValue, EventType.coinsMoved.rawValue)
    }
    return Set(try rows.decode(Coin.self))
  }

  /// Publishes the catalog of an app from a moment on. Returns after the commit. The caller has
  /// checked the coins.
  package func publish(
    _ catalog: Catalog, of bundleID: BundleID, validFrom: Instant
  ) async throws -> CatalogPublished {
    let published = CatalogPublished(
      bundleID: bundleID, catalog: catalog, validFrom: validFrom, publishedAt: now())
    _ = try await log.append([NewEvent(.shared(.catalogPublished(published)))])
    return published
  }

  /// Returns the coins of an app that the game keeps.
  package func coinsKeptByGame(of bundleID: BundleID) async throws -> Set<Coin> {
    let published = try await sharedState.shared().catalogs(of: bundleID).published
    return Set(
      published.flatMap { $0.catalog.coins.filter { $0.value == .game }.keys })
  }

  /// Returns every catalog of an app, in recording order.
  package func catalogs(of bundleID: BundleID) async throws -> Catalogs {
    SharedState(try await log.shared()).catalogs(of: bundleID)
  }
}
