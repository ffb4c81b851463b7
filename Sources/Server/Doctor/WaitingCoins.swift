import EventStore
import Ledger
import Postgres
import Projections

/// The products whose coins wait, by the one who can help: a catalog, or Apple.
struct WaitingCoins: Sendable {
  /// The products that a catalog has to name, with the number of purchases that wait for it.
  let forCatalog: [UnpricedProduct]
  /// The listed subscriptions with the number of periods of which Apple has to tell if they were free.
  let forApple: [UnpricedProduct]

  init(_ products: [UnpricedProduct], _ shared: SharedState) {
    let counted = products.map { product in
      let isListed = shared.catalogs(of: product.bundleID).subscription(product.productID) != nil
      return (product, forApple: isListed ? product.withoutPrice : 0)
    }
    forCatalog = counted.compactMap { $0.counting($0.count - $1) }
    forApple = counted.compactMap { $0.counting($1) }
  }

  static func read(_ pool: Pool, _ log: EventLog) async throws -> WaitingCoins {
    let products = try await Reader(pool: pool, log: log).unpricedProducts.products()
    return WaitingCoins(products, SharedState(try await log.reading.shared()))
  }
}

extension UnpricedProduct {
  /// Returns the product with another number of purchases; nil if there are none.
  fileprivate func counting(_ count: Int) -> UnpricedProduct? {
    guard count > 0 else { return nil }
    return UnpricedProduct(
      environment: environment, bundleID: bundleID, productID: productID, count: count,
      withoutPrice: min(count, withoutPrice))
  }
}
