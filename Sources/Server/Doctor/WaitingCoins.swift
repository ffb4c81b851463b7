import EventStore
import Ledger
import Postgres
import Projections

/// The products with coins that wait, by the one who can help: a catalog, or Apple.
struct WaitingCoins: Sendable {
  /// The products that a catalog has to name, with the number of purchases that wait for it.
  let forCatalog: [UnpricedProduct]
  /// The listed subscriptions with the number of periods that wait for Apple to tell if they were free.
  let forApple: [UnpricedProduct]

  init(_ products: [UnpricedProduct], _ shared: SharedState) {
    func owed(_ product: UnpricedProduct) -> Int {
      let listed = shared.catalogs(of: product.bundleID).subscription(product.productID)
      return listed == nil ? 0 : product.withoutPrice
    }
    forCatalog = products.compactMap { $0.with(count: $0.count - owed($0)) }
    forApple = products.compactMap { $0.with(count: owed($0)) }
  }

  static func read(_ pool: Pool, _ log: EventLog) async throws -> WaitingCoins {
    let products = try await Reader(pool: pool, log: log).unpricedProducts.products()
    return WaitingCoins(products, SharedState(try await log.reading.shared()))
  }
}

extension UnpricedProduct {
  /// Returns the product with another number of purchases; nil if there are none.
  fileprivate func with(count: Int) -> UnpricedProduct? {
    guard count > 0 else { return nil }
    return UnpricedProduct(
      environment: environment, bundleID: bundleID, productID: productID, count: count,
      withoutPrice: min(count, withoutPrice))
  }
}
