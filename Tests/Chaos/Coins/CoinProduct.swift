import Foundation

/// A consumable, and the coins that one piece of it grants.
struct CoinProduct: Hashable, Sendable {
  let id: String
  let coins: [String: Int64]

  /// Sold and named by a catalogue from the beginning.
  static let known = [
    CoinProduct(id: "com.example.pack", coins: ["gem": 100]),
    CoinProduct(id: "com.example.handful", coins: ["gem": 7]),
    CoinProduct(id: "com.example.chest", coins: ["gem": 251, "dust": 33]),
  ]

  /// Sold from the beginning, named by a catalogue only after some were bought.
  static let late = CoinProduct(id: "com.example.surprise", coins: ["gem": 61])

  /// A `catalog.json` of products.
  static func catalogue(of products: [CoinProduct]) throws -> Data {
    struct Catalogue: Encodable {
      let products: [Product]
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
      Catalogue(
        products: products.map { product in
          Product(
            productId: product.id,
            grants: product.coins.sorted { $0.key < $1.key }.map { Grant(coin: $0, amount: $1) })
        }))
  }
}
