import AppStoreSimulator
import Foundation

/// The purchases of one failover drill: each of a product of its own, whose name the ledger has not
/// heard before, so that a lost name would be noticed.
struct FailoverShop: Sendable {
  static let purchasesInARound = 16
  static let gems: Int64 = 10

  let store: CoinStore
  let products: [CoinProduct]

  init(rounds: Int) throws {
    let products = (0..<rounds * Self.purchasesInARound).map { number in
      CoinProduct(id: "com.example.item-\(number)", coins: ["gem": Self.gems])
    }
    self.products = products
    store = try CoinStore(
      selling: products.enumerated().map { number, product in
        CoinPurchase(
          number: number, customer: Self.customer(of: number), product: product, quantity: 1,
          fate: .kept)
      }, until: Date())
  }

  static func customer(of number: Int) -> CoinCustomer {
    CoinCustomer(name: "player-\(number % 4)", token: nil, registers: false)
  }

  /// The purchases of a round, counted from 0.
  static func purchases(of round: Int) -> Range<Int> {
    round * purchasesInARound..<(round + 1) * purchasesInARound
  }
}
