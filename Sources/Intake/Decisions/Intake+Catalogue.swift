import EventStore
package import Ledger

extension Intake {
  /// Publishes what an app sells and grants from a moment on. Returns after the commit.
  package func publish(
    _ catalogue: Catalogue, of bundleID: BundleID, validFrom: Instant
  ) async throws -> CataloguePublished {
    let published = CataloguePublished(
      bundleID: bundleID, catalogue: catalogue, validFrom: validFrom, publishedAt: now())
    _ = try await log.append([NewEvent(.cataloguePublished(published))])
    return published
  }

  /// Every catalogue of an app, in the order in which it was recorded.
  package func catalogues(of bundleID: BundleID) async throws -> Catalogues {
    Commons(try await log.commons()).catalogues(of: bundleID)
  }
}
