package import Ledger
import Postgres

/// A product with coins that wait for a catalog that names the product, or for Apple to tell if a period was free.
package struct UnpricedProduct: Hashable, Sendable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let productID: ProductID
  /// The number of purchases that wait.
  package let count: Int
  /// The number of those with a price that Apple owes.
  package let withoutPrice: Int

  package init(
    environment: StoreEnvironment, bundleID: BundleID, productID: ProductID, count: Int,
    withoutPrice: Int
  ) {
    self.environment = environment
    self.bundleID = bundleID
    self.productID = productID
    self.count = count
    self.withoutPrice = withoutPrice
  }
}

/// A reader of the purchases with coins that wait for a catalog or for Apple.
package struct UnpricedProductReader: Sendable {
  private let pool: Pool
  private let lanes: [Int16]

  init(_ pool: Pool, lanes: [Int16]) {
    self.pool = pool
    self.lanes = lanes
  }

  /// Returns the waiting purchases in all lanes, by environment, app and product.
  package func products() async throws -> [UnpricedProduct] {
    let rows = try await pool.withConnection { [lanes] connection in
      try await connection.query(.unpricedProducts, lanes)
    }
    return try rows.decode((StoreEnvironment, BundleID, ProductID, Int64, Int64).self).map {
      UnpricedProduct(
        environment: $0, bundleID: $1, productID: $2, count: Int($3), withoutPrice: Int($4))
    }
  }
}
