import AppStoreSimulator
import Foundation

/// A customer, and the way in which the ledger learns the owner of the purchases.
struct CoinCustomer: Hashable, Sendable {
  let name: String
  /// The token that the purchases carry, or nil if only the posts of the game name the owner.
  let token: UUID?
  /// True if the game registers the token.
  let registers: Bool
}

/// A purchase of consumables and its fate.
struct CoinPurchase: Hashable, Sendable {
  enum Fate: Hashable, Sendable {
    case kept
    /// A refund of thousandths of a percent, or of everything if nil.
    case refunded(Int32?)
    case reversed(Int32?)

    /// Apple's refund and whether Apple reversed it, or nil without a refund.
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

  /// The number of Apple's notifications: the purchase, the refund, the reversal.
  var sayingCount: Int { fate.refund.map { $0.isReversed ? 3 : 2 } ?? 1 }

  var transactionID: String { String(500_000 + number) }

  /// The grants due once everything is known, in the order of the coins' names.
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
    return (amount * Int64(refund.percentage ?? 100_000) * 2 + 100_000) / 200_000
  }
}

/// A grant that must exist once.
struct ExpectedGrant: Hashable, Sendable {
  let transactionID: String
  let coin: String
  let account: String
  let productID: String
  let quantity: Int32
  let amount: Int64
  /// The part of the amount that is taken back in the end.
  let takenBack: Int64

  var name: GrantName { GrantName(transactionID: transactionID, coin: coin) }
}

/// The transaction and coin of a grant, which exists once at most.
struct GrantName: Hashable, Sendable, CustomStringConvertible {
  let transactionID: String
  let coin: String

  var description: String { "the \(coin) of \(transactionID)" }
}

extension CustomerTruth.Grant {
  var name: GrantName { GrantName(transactionID: transactionId, coin: coin) }
}
