/// What the ledger can say when Apple asks how much of a purchase was used.
///
/// Coins are delivered by the credit of our wallet, or by the acknowledgement of a game that books its
/// grants itself; what else a purchase gives is delivered by being known here. A consumable that gave
/// nothing was not delivered.
package struct ConsumptionAnswer: Hashable, Sendable {
  /// In thousandths of a percent: everything.
  package static let shareMax: Int32 = 100_000

  package let isDelivered: Bool
  /// How much of the granted coins was spent, in thousandths of a percent and rounded down; nil where that
  /// is not known, and for a subscription that renews, of which Apple counts the time.
  package let share: Int32?

  package init(isDelivered: Bool, share: Int32?) {
    self.isDelivered = isDelivered
    self.share = share
  }

  /// - Parameters:
  ///   - acknowledged: the grants that a game said it has booked.
  ///   - wallet: of the account the grants belong to; nil while the chain is nobody's.
  package init(
    on transaction: TransactionID, of book: GrantBook, by terms: GrantTerms,
    acknowledged: Set<GrantID>, wallet: Wallet?
  ) {
    let type = book.chain.transactions[transaction]?.purchase.type
    let grants = book.grants.filter { $0.transactionID == transaction }
    let isElsewhere = book.deliveredElsewhere(by: terms).all.contains(transaction)
    guard !grants.isEmpty, !isElsewhere else {
      let givesMore = type.map { $0 != .consumable } ?? false
      self.init(isDelivered: isElsewhere || givesMore, share: nil)
      return
    }
    let coins = grants.map { SpentCoins(of: $0, in: wallet, acknowledged) }
    self.init(
      isDelivered: coins.allSatisfy(\.isDelivered),
      share: type == .autoRenewable ? nil : SpentCoins.share(of: coins))
  }
}

/// How a grant's coins were delivered, and how many of them were spent.
private struct SpentCoins {
  let granted: Int64
  let isDelivered: Bool
  /// Nil where a game keeps them itself.
  let spent: Int64?

  init(of grant: GrantMade, in wallet: Wallet?, _ acknowledged: Set<GrantID>) {
    let use = wallet.map { CoinUse(of: grant.coin, in: $0) }
    let isAcknowledged = acknowledged.contains(grant.id)
    let isCredited = use?.holds(grant.id) ?? false
    granted = grant.amount
    isDelivered = isCredited || isAcknowledged
    let isKeptByGame = isAcknowledged && !(use?.isUsed ?? false)
    spent = isCredited && !isKeptByGame ? use?.spent(of: grant.id) : nil
  }

  /// Nil where it is not known of one of them.
  static func share(of coins: [SpentCoins]) -> Int32? {
    let spent = coins.compactMap(\.spent)
    let granted = coins.reduce(into: Int128(0)) { $0 += Int128($1.granted) }
    guard spent.count == coins.count, granted > 0 else { return nil }
    let sum = spent.reduce(into: Int128(0)) { $0 += Int128($1) }
    return Int32(sum * Int128(ConsumptionAnswer.shareMax) / granted)
  }
}
