package import Ledger

/// A page of the entries of a wallet, the newest first, with the balances after the newest of all.
struct WalletPage {
  let balances: [CoinBalance]
  let entries: [WalletEntry]
  /// The number of the entry that the next page comes before; nil if this page is the last.
  let next: Int?

  /// - Parameters:
  ///   - hidden: leaves out these coins, which the game keeps.
  ///   - moment: leaves out what was booked later, by the time of booking. The entries of a former
  ///     alias or a merged account come after newer ones.
  ///   - number: leaves out this entry and the newer ones.
  init(
    _ wallet: Wallet, without hidden: Set<Coin>, until moment: Instant?, before number: Int?,
    limit: Int
  ) {
    let all = wallet.entries.filter { entry in
      !hidden.contains(entry.moved.coin) && moment.map { entry.moved.movedAt <= $0 } ?? true
    }
    let rest = number.map { number in all.filter { $0.number < number } } ?? all
    balances =
      moment == nil
      ? wallet.balances.filter { !hidden.contains($0.coin) } : Wallet.balances(after: all)
    entries = rest.suffix(limit).reversed()
    next = rest.count > limit ? entries.last?.number : nil
  }
}

package struct WalletBody: Encodable, Sendable {
  let account: String
  let at: String
  let position: String
  let balances: [Balance]
  let entries: [WalletEntryBody]
  let next: Nullable<String>

  package struct Balance: Encodable, Sendable {
    let coin: String
    /// The coins that may be spent; below zero is debt.
    let balance: Int64
    let reserved: Int64

    package init(_ balance: CoinBalance) {
      coin = balance.coin.rawValue
      self.balance = balance.available
      reserved = balance.reserved
    }
  }

  init(_ page: WalletPage, account: AccountID, at moment: Instant, position: PositionToken) {
    self.account = account.rawValue
    at = moment.description
    self.position = position.description
    balances = page.balances.map(Balance.init)
    entries = page.entries.map(WalletEntryBody.init)
    next = Nullable(page.next.map(String.init))
  }
}
