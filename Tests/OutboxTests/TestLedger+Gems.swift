import Intake
import Ledger
import TestSupport

extension TestLedger {
  /// Publishes a catalog in which a pack of gems grants a hundred of them.
  func publishGems() async throws {
    let catalog = try Catalog([
      CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)])
    ])
    _ = try await intake.catalogs.publish(
      catalog, of: Self.bundleID, validFrom: Instant(day: "2026-01-01"))
  }
}
