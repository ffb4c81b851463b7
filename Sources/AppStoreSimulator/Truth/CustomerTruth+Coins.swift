extension CustomerTruth {
  /// Coins that the game owes for one transaction.
  package struct Grant: Codable, Equatable, Sendable {
    package let transactionId: String
    package let productId: String
    package let coin: String
    /// For the whole quantity, by what the game gave when it was bought.
    package let amount: Int64
    /// Of the amount, by the refund that stands then; rounded down.
    package let takenBack: Int64
  }

  /// What is left of all grants, by coin; a coin of which all is taken back is among them.
  package var coinsLeft: [String: Int64] {
    grants.reduce(into: [:]) { $0[$1.coin, default: 0] += $1.amount - $1.takenBack }
  }
}
