/// The place of coins in a wallet.
package enum CoinSource: Hashable, Sendable, Codable {
  /// The lot of a grant.
  case bought(grant: GrantID)
  /// The coins that no purchase brought.
  case earned
  /// Coins that a refund took and that were not there.
  case debt
}

/// A part of the coins that a movement took or gives back.
package struct CoinPart: Hashable, Sendable, Codable {
  package let source: CoinSource
  package internal(set) var amount: Int64

  package init(_ source: CoinSource, _ amount: Int64) {
    self.source = source
    self.amount = amount
  }
}

/// The coins that are spent, reserved and taken first, as a catalog says for each coin.
package enum SpendOrder: String, Hashable, Sendable, Codable, CaseIterable {
  case earned, bought
}

/// The coins of one purchase in a wallet: one lot for each grant.
package struct BoughtLot: Hashable, Sendable, Codable {
  package let grant: GrantID
  /// The coins that the grant brought; 0 for coins that were delivered elsewhere.
  package internal(set) var amount: Int64
  /// The moment of the credit. The oldest lot is spent first.
  package let since: Instant
  /// The coins that are neither spent, nor reserved, nor taken back.
  package internal(set) var left: Int64
  /// The coins that a refund took back after they were spent or reserved. As many come back as earned.
  package internal(set) var refundedAway: Int64 = 0
  /// The parts that refunds took, the last at the end. A reversal gives the last back first.
  package internal(set) var taken: [CoinPart] = []

  package init(
    _ grant: GrantID, amount: Int64, since: Instant, left: Int64, refundedAway: Int64 = 0,
    taken: [CoinPart] = []
  ) {
    self.grant = grant
    self.amount = amount
    self.since = since
    self.left = left
    self.refundedAway = refundedAway
    self.taken = taken
  }
}

/// A debt that a refund left, with the grant that was refunded; nil for a debt of no grant.
package struct CoinDebt: Hashable, Sendable, Codable {
  package let grant: GrantID?
  package internal(set) var amount: Int64

  package init(_ grant: GrantID?, _ amount: Int64) {
    self.grant = grant
    self.amount = amount
  }
}

/// The coins of one kind as a merge moves them: lots, earned coins and debts as they are.
package struct MovedCoins: Hashable, Sendable, Codable {
  /// The lots, the oldest first.
  package var lots: [BoughtLot]
  package var earned: Int64
  /// The debts, the oldest first.
  package var debts: [CoinDebt]

  package init(lots: [BoughtLot] = [], earned: Int64 = 0, debts: [CoinDebt] = []) {
    self.lots = lots
    self.earned = earned
    self.debts = debts
  }

  /// Creates the coins of a balance of which no more is known.
  init(of balance: Int64) {
    self.init(earned: max(0, balance), debts: balance < 0 ? [CoinDebt(nil, -balance)] : [])
  }
}
