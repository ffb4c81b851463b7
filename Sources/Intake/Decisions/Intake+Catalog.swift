import EventStore
package import Ledger

extension Intake {
  /// Publishes the catalog of an app from a moment on. Returns after the commit.
  package func publish(
    _ catalog: Catalog, of bundleID: BundleID, validFrom: Instant
  ) async throws -> CatalogPublished {
    let published = CatalogPublished(
      bundleID: bundleID, catalog: catalog, validFrom: validFrom, publishedAt: now())
    _ = try await log.append([NewEvent(.shared(.catalogPublished(published)))])
    return published
  }

  /// Returns every catalog of an app, in recording order.
  package func catalogs(of bundleID: BundleID) async throws -> Catalogs {
    SharedState(try await log.shared()).catalogs(of: bundleID)
  }
}
