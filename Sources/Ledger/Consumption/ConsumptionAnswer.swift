/// The ledger's answer to Apple's question how much of a purchase was used.
///
/// Coins are delivered when the wallet is credited, or when a game that keeps its own books
/// acknowledges the grant. Other purchases are delivered once the ledger knows them. A consumable
/// that granted nothing was not delivered.
package struct ConsumptionAnswer: Hashable, Sendable {
  /// The full share of 100 %, in thousandths of a percent.
  package static let shareMax: Int32 = 100_000

  package let isDelivered: Bool
  /// The spent share of the granted coins in thousandths of a percent, rounded down. Nil if the
  /// share is unknown, and for an auto-renewable subscription, whose time Apple counts itself.
  package let share: Int32?

  package init(isDelivered: Bool, share: Int32?) {
    self.isDelivered = isDelivered
    self.share = share
  }

  /// - Parameters:
  ///   - acknowledged: the grants that a game has acknowledged.
  ///   - wallet: the wallet of the account that owns the grants; nil while the chain has no owner.
  package init(
    on transaction: TransactionID, of book: GrantBook, by terms: GrantTerms,
    acknowledged: Set<GrantID>, wallet: Wallet?
  ) {
    let type = book.chain.transactions[transaction]?.purchase.type
    let grants = book.grants(of: transaction)
    let isGrantedExternally = book.grantedExternally(by: terms).all
      .contains(book.chain.purchases.identifier(of: transaction))
    guard !grants.isEmpty, !isGrantedExternally else {
      let givesMore = type.map { $0 != .consumable } ?? false
      self.init(isDelivered: isGrantedExternally || givesMore, share: nil)
      return
    }
    let coins = grants.map { SpentCoins(of: $0, in: wallet, acknowledged) }
    self.init(
      isDelivered: coins.allSatisfy(\.isDelivered),
      share: type == .autoRenewable ? nil : SpentCoins.share(of: coins))
  }
}

/// The delivery of a grant's coins and the number of them that were spent.
private struct SpentCoins {
  let granted: Int64
  let isDelivered: Bool
  /// The number of spent coins; nil if they were not credited here or a game keeps them itself.
  let spent: Int64?

  init(of grant: GrantMade, in wallet: Wallet?, _ acknowledged: Set<GrantID>) {
    let isAcknowledged = acknowledged.contains(grant.id)
    let isCredited = wallet?.isCredited(grant.id) ?? false
    granted = grant.amount
    isDelivered = isCredited || isAcknowledged
    let isKeptByGame = isAcknowledged && !(wallet?.hasSpent(grant.coin) ?? false)
    spent = isCredited && !isKeptByGame ? wallet?.spent(of: grant.id, in: grant.coin) : nil
  }

  /// Returns the spent share of all grants; nil if it is unknown for one of them.
  static func share(of coins: [SpentCoins]) -> Int32? {
    let spent = coins.compactMap(\.spent)
    let granted = coins.reduce(into: Int128(0)) { $0 += Int128($1.granted) }
    guard spent.count == coins.count, granted > 0 else { return nil }
    let sum = spent.reduce(into: Int128(0)) { $0 += Int128($1) }
    return Int32(sum * Int128(ConsumptionAnswer.shareMax) / granted)
  }
}

extension Wallet {
  fileprivate func isCredited(_ grant: GrantID) -> Bool { credits.isCredited(grant) }

  /// Returns true if coins were ever spent or reserved in this wallet.
  fileprivate func hasSpent(_ coin: Coin) -> Bool {
    entries.contains { entry in
      switch entry.moved.movement {
      case .spent, .committed, .reserved: entry.moved.coin == coin
      case .credited, .takenBack, .earned, .reversed, .adjusted, .canceled, .merged: false
      }
    }
  }

  /// Returns the coins of a grant's lot that are gone, apart from those that a refund took while they were left.
  fileprivate func spent(of grant: GrantID, in coin: Coin) -> Int64 {
    let held = WalletHoldings(of: entries)[coin]
    guard let lot = held.lot(of: grant) else { return 0 }
    let source = CoinSource.bought(grant: grant)
    let refunded = lot.taken.filter { $0.source == source }.reduce(0) { $0 + $1.amount }
    return min(max(0, lot.amount - lot.left - held.reserved(from: source) - refunded), lot.amount)
  }
}
