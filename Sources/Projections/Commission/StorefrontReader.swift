package import Ledger
import Postgres

/// The charges of an app in a storefront that is known to have special terms, of which no row of the
/// published terms is about that storefront.
package struct UncoveredStorefront: Hashable, Sendable {
  package let bundleID: BundleID
  /// Apple's three-letter code.
  package let storefront: String
  package let charges: Int
}

/// A reader of the storefronts that the published terms leave out.
package struct StorefrontReader: Sendable {
  private let pool: Pool
  private let lanes: [Int16]

  init(_ pool: Pool, lanes: [Int16]) {
    self.pool = pool
    self.lanes = lanes
  }

  /// Returns the charges under general terms in storefronts with special ones.
  package func uncovered() async throws -> [UncoveredStorefront] {
    let special = SpecialStorefronts.since.sorted { $0.key < $1.key }
    let rows = try await pool.withConnection { [lanes] connection in
      try await connection.query(
        .commissionStorefronts, lanes, special.map(\.key), special.map(\.value))
    }
    return try rows.decode((BundleID, String, Int64).self).map {
      UncoveredStorefront(bundleID: $0, storefront: $1, charges: Int($2))
    }
  }
}
