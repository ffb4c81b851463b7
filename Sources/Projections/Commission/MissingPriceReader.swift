package import Foundation
package import Ledger
package import Postgres

/// The purchases of an app in an environment that are no charge until Apple tells their price.
package struct MissingPrices: Hashable, Sendable {
  package let bundleID: BundleID
  package let environment: StoreEnvironment
  package let count: Int64
}

/// A reader of the number of purchases without a price.
package struct MissingPriceReader: Sendable {
  private let pool: Pool
  private let lanes: [Int16]

  package init(_ pool: Pool, lanes: [Int16]) {
    self.pool = pool
    self.lanes = lanes
  }

  /// Returns the numbers, by app and environment; none where every price is known.
  package func counts() async throws -> [MissingPrices] {
    let rows = try await pool.withConnection { [lanes] connection in
      try await connection.query(.purchasesWithoutPriceCount, lanes)
    }
    return try rows.decode((BundleID, StoreEnvironment, Int64).self).map {
      MissingPrices(bundleID: $0, environment: $1, count: $2)
    }
  }

  /// Returns the next chains of a lane with a purchase without a price, in the order of their streams.
  package func chains(
    of apps: Set<BundleID>, in lane: Int16, after stream: UUID, limit: Int
  ) async throws -> [ChainID] {
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        .purchasesWithoutPriceChains, lane, apps.map(\.rawValue),
        StoreEnvironment.ofApple.map(\.rawValue), stream, Int64(limit))
    }
    return try rows.decode((BundleID, StoreEnvironment, OriginalTransactionID).self).map {
      ChainID($0, $1, $2)
    }
  }
}
