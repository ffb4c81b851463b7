import AppStoreSimulator
import Foundation

/// The players of a drill and their requests: the same for the same seed.
struct MergePlan: Sendable {
  /// A guest who becomes a user and a guest again.
  struct Pair: Sendable {
    let number: Int
    let guest: CoinCustomer
    let user: CoinCustomer
    let spends: [WalletCall]
    /// The times that the guest is merged; after each but the last one the merge is undone.
    let merges: Int
    /// True if the last merge is undone, too.
    let endsApart: Bool
  }

  static let coin = "gem"
  private static let purchasesEach = 5
  /// The purchases of each account that are posted only during the storm.
  private static let lateEach = 2
  private static let amounts: ClosedRange<Int64> = 1...40

  let pairs: [Pair]
  let purchases: [CoinPurchase]

  init(pairs count: Int, spends: Int, merges: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    pairs = (0..<count).map { number in
      let (guest, user) = ("guest-\(number)", "user-\(number)")
      let calls = (0..<spends).map { spend in
        WalletCall(
          account: Bool.random(using: &random) ? guest : user, key: "order-\(number)-\(spend)",
          verb: .spend(coin: Self.coin, amount: .random(in: Self.amounts, using: &random)))
      }
      return Pair(
        number: number, guest: Self.customer(guest), user: Self.customer(user), spends: calls,
        merges: merges, endsApart: number.isMultiple(of: 2))
    }
    let customers = pairs.flatMap { [$0.guest, $0.user] }
    let sold = customers.flatMap { Array(repeating: $0, count: Self.purchasesEach) }
    purchases = sold.enumerated().map { number, customer in
      CoinPurchase(
        number: number, customer: customer, product: CoinProduct.known[number % 2],
        quantity: Int32.random(in: 1...3, using: &random),
        fate: number % Self.purchasesEach == 2 ? .refunded(50_000) : .kept)
    }
  }

  /// Returns true for a purchase that is posted during the storm, and not before.
  func isLate(_ purchase: CoinPurchase) -> Bool {
    purchase.number % Self.purchasesEach >= Self.purchasesEach - Self.lateEach
  }

  /// The number of requests that the plan makes once, apart from notifications and posts.
  var requests: Int { pairs.map { $0.spends.count + 2 * $0.merges }.reduce(0, +) }

  private static func customer(_ name: String) -> CoinCustomer {
    CoinCustomer(name: name, token: UUID(), registers: true)
  }
}
