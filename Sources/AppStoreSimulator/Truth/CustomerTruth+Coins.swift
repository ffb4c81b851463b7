extension CustomerTruth {
  /// An amount of one coin that the game owes for one transaction.
  package struct Grant: Codable, Hashable, Sendable {
    package let transactionId: String
    package let productId: String
    package let coin: String
    /// The amount for the whole quantity, by the definition in force at the purchase.
    package let amount: Int64
    /// The part of the amount taken back by the refund in force or by an upgrade, rounded to the
    /// nearest.
    package let takenBack: Int64
    /// The cut-over date before which another server delivered the coins, so that no wallet was
    /// credited; absent for coins that the ledger grants.
    package let deliveredBefore: Moment?

    package var isDeliveredElsewhere: Bool { deliveredBefore != nil }

    /// The part of a wallet's balance that comes from the grant.
    var left: Int64 { (isDeliveredElsewhere ? 0 : amount) - takenBack }
  }

  /// The remainder of all grants by coin, including coins of which everything is taken back.
  package var coinsLeft: [String: Int64] {
    grants.reduce(into: [:]) { $0[$1.coin, default: 0] += $1.left }
  }
}
