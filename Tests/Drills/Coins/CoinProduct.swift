import Foundation

/// A consumable, and the coins that one piece of it grants.
struct CoinProduct: Hashable, Sendable {
  let id: String
  let coins: [String: Int64]

  /// The coin that the game keeps itself; the ledger keeps the others.
  static let kept = "ticket"

  /// The products sold, and named by a catalog, from the beginning.
  static let known = [
    CoinProduct(id: "com.example.pack", coins: ["gem": 100]),
    CoinProduct(id: "com.example.handful", coins: ["gem": 7]),
    CoinProduct(id: "com.example.chest", coins: ["gem": 251, "dust": 33]),
    CoinProduct(id: "com.example.raffle", coins: ["gem": 5, CoinProduct.kept: 3]),
  ]

  /// A product sold from the beginning, but named by a catalog only after some were bought.
  static let late = CoinProduct(id: "com.example.surprise", coins: ["gem": 61])

  /// Returns a `catalog.json` of products.
  static func catalog(of products: [CoinProduct]) throws -> Data {
    struct StoreCatalog: Encodable {
      let coins: [String: Declaration]
      let products: [Product]
    }
    struct Declaration: Encodable {
      let wallet: String
    }
    struct Product: Encodable {
      let productId: String
      let type = "Consumable"
      let grants: [Grant]
    }
    struct Grant: Encodable {
      let coin: String
      let amount: Int64
    }
    return try JSONEncoder().encode(
      StoreCatalog(
        coins: Dictionary(
          products.flatMap(\.coins.keys).map {
            ($0, Declaration(wallet: $0 == kept ? "game" : "daicho"))
          },
          uniquingKeysWith: { first, _ in first }),
        products: products.map { product in
          Product(
            productId: product.id,
            grants: product.coins.sorted { $0.key < $1.key }.map { Grant(coin: $0, amount: $1) })
        }))
  }
}
