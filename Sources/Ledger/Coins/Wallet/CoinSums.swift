/// The sums of a wallet's postings, by coin and account. Over the years more coins come and go than a wallet may
/// have at once, so that the sums are wider than amounts.
struct CoinSums: Hashable, Sendable {
  private var sums: [Coin: [CoinAccount: Int128]] = [:]

  mutating func add(_ entry: WalletEntry) {
    for posting in entry.postings {
      sums[entry.moved.coin, default: [:]][posting.account, default: 0] += Int128(posting.amount)
    }
  }

  func sum(of account: CoinAccount, in coin: Coin) -> Int128 { sums[coin]?[account] ?? 0 }

  /// Returns the coins in one of the accounts of which ``admit(_:of:)`` keeps the sums within 64 bits.
  func balance(of account: CoinAccount, in coin: Coin) -> Int64 {
    Int64(sum(of: account, in: coin))
  }

  /// Returns true if the coin was ever posted.
  func hasHeld(_ coin: Coin) -> Bool { sums[coin] != nil }

  /// Returns true if a wallet may have the coins that it has after these postings: no more than the bound of all
  /// amounts, reserved ones included, unless it has had them before.
  func admit(_ postings: [WalletEntry.Posting], of coin: Coin) -> Bool {
    var (held, change): (Int128, Int128) = (0, 0)
    for account in [CoinAccount.available, .reserved] {
      let more = postings.reduce(Int128(0)) {
        $0 + ($1.account == account ? Int128($1.amount) : 0)
      }
      let sum = sum(of: account, in: coin) + more
      guard Int64(exactly: sum) != nil else { return false }
      held += sum
      change += more
    }
    return change <= 0 || held <= Int128(Coin.amountMax)
  }

  /// The balances of all coins that were ever posted, ordered by name.
  var balances: [CoinBalance] {
    sums.sorted { $0.key < $1.key }.map { coin, sums in
      CoinBalance(
        coin: coin, available: Int64(sums[.available] ?? 0), reserved: Int64(sums[.reserved] ?? 0))
    }
  }
}

/// The balance of one coin of an account.
package struct CoinBalance: Hashable, Sendable, Codable {
  package let coin: Coin
  /// The spendable amount; negative if a refund took back coins that were spent.
  package let available: Int64
  package let reserved: Int64

  package init(coin: Coin, available: Int64, reserved: Int64) {
    self.coin = coin
    self.available = available
    self.reserved = reserved
  }
}
