import AppStoreSimulator
import Foundation

/// Who buys, and how the ledger learns whose the purchases are.
struct CoinCustomer: Hashable, Sendable {
  let name: String
  /// What the purchases carry; nil where only the posts of the game tell whose they are.
  let token: UUID?
  /// Whether the game registers the token.
  let registers: Bool
}

/// One purchase of consumables, and what becomes of it.
struct CoinPurchase: Hashable, Sendable {
  enum Fate: Hashable, Sendable {
    case kept
    /// Thousandths of a percent; nil is a refund of all that does not say so.
    case refunded(Int32?)
    case reversed(Int32?)

    /// What Apple gave back, and whether it took that again; nil where it gave nothing.
    var refund: (percentage: Int32?, isReversed: Bool)? {
      switch self {
      case .kept: nil
      case .refunded(let percentage): (percentage, false)
      case .reversed(let percentage): (percentage, true)
      }
    }
  }

  let number: Int
  let customer: CoinCustomer
  let product: CoinProduct
  let quantity: Int32
  let fate: Fate

  /// How often Apple speaks of it: the purchase, the refund, the reversal.
  var sayingCount: Int { fate.refund.map { $0.isReversed ? 3 : 2 } ?? 1 }

  var transactionID: String { String(500_000 + number) }

  /// What is due of it once everything is known, in the order of the coins' names.
  var grants: [ExpectedGrant] {
    product.coins.sorted { $0.key < $1.key }.map { coin, amount in
      let whole = amount * Int64(quantity)
      return ExpectedGrant(
        transactionID: transactionID, coin: coin, account: customer.name, productID: product.id,
        quantity: quantity, amount: whole, takenBack: takenBack(of: whole))
    }
  }

  private func takenBack(of amount: Int64) -> Int64 {
    guard let refund = fate.refund, !refund.isReversed else { return 0 }
    return amount * Int64(refund.percentage ?? 100_000) / 100_000
  }
}

/// A grant that there must be, once.
struct ExpectedGrant: Hashable, Sendable {
  let transactionID: String
  let coin: String
  let account: String
  let productID: String
  let quantity: Int32
  let amount: Int64
  /// Of the amount, in the end.
  let takenBack: Int64

  var name: GrantName { GrantName(transactionID: transactionID, coin: coin) }
}

/// What a grant is for: there is one at most.
struct GrantName: Hashable, Sendable, CustomStringConvertible {
  let transactionID: String
  let coin: String

  var description: String { "the \(coin) of \(transactionID)" }
}

extension CustomerTruth.Grant {
  var name: GrantName { GrantName(transactionID: transactionId, coin: coin) }
}
