import AppStoreSimulator
import Foundation

/// An attempt, which may be made several times at once.
enum CoinAttempt: Hashable, Sendable {
  /// A notification that Apple posts.
  case notify(saying: Int)
  /// A transaction that the game posts, as StoreKit gave it.
  case post(saying: Int)
  case register(CoinCustomer)
  /// A pull of an account's grants and an acknowledgement of the one of that number.
  case acknowledge(account: String, pick: Int)
  /// A turn of the game that books the coins it keeps itself.
  case keepUp
  case ask(WalletCall)
  /// A read of a wallet.
  case read(account: String)
}

/// The purchases and attempts of a drill, in order: the same for the same seed.
struct CoinPlan: Sendable {
  let customers: [CoinCustomer]
  let purchases: [CoinPurchase]
  /// The requests of wallets, each reservation before those that settle it.
  let asks: [WalletCall]
  let attempts: [CoinAttempt]

  /// - Parameter attempts: the number of attempts; a minimum of purchases and requests is made even
  /// if the number is smaller.
  init(attempts count: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let purchaseCount = max(8, count / 25)
    let customers = Self.customers(max(3, purchaseCount / 12), &random)
    let purchases = (0..<purchaseCount).map { Self.purchase($0, by: customers, &random) }
    var script = CoinScript(customers: customers)
    var sayings = 0
    for purchase in purchases {
      script.tell(of: purchase, sayings: &sayings, &random)
      script.spend(&random)
    }
    self.customers = customers
    self.purchases = purchases
    asks = script.asks
    attempts = script.attempts(count, &random)
  }

  private static func customers(
    _ count: Int, _ random: inout SplitMix64
  ) -> [CoinCustomer] {
    (0..<count).map { number in
      CoinCustomer(
        name: "player-\(number)", token: number % 3 == 2 ? nil : UUID.random(using: &random),
        registers: number % 3 == 0)
    }
  }

  private static func purchase(
    _ number: Int, by customers: [CoinCustomer], _ random: inout SplitMix64
  ) -> CoinPurchase {
    let products = CoinProduct.known + [.late]
    return CoinPurchase(
      number: number, customer: customers[Int.random(in: 0..<customers.count, using: &random)],
      product: products[number % products.count],
      quantity: Int32.random(in: 1...4, using: &random),
      fate: fate(number / products.count, &random))
  }

  /// Returns the fate of the purchases of one round of products: one in five is refunded, and one in five
  /// is refunded and the refund reversed.
  private static func fate(_ round: Int, _ random: inout SplitMix64) -> CoinPurchase.Fate {
    let shares: [Int32?] = [
      nil, 100_000, 50_000, 67_932, Int32.random(in: 1...99_999, using: &random),
    ]
    let share = shares[Int.random(in: 0..<shares.count, using: &random)]
    return switch round % 5 {
    case 3: .refunded(share)
    case 4: .reversed(share)
    default: .kept
    }
  }
}

extension UUID {
  fileprivate static func random(using random: inout SplitMix64) -> UUID {
    var bytes = UUID().uuid
    withUnsafeMutableBytes(of: &bytes) { buffer in
      buffer.storeBytes(of: random.next(), as: UInt64.self)
      buffer.storeBytes(of: random.next(), toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: bytes)
  }
}
