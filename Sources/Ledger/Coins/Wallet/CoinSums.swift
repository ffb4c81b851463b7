/// The sums of a wallet's postings, by coin and account.
struct CoinSums: Hashable, Sendable {
  private var sums: [Coin: [CoinAccount: Int64]] = [:]

  init() {}

  init(of entries: some Sequence<WalletEntry>) {
    for entry in entries { add(entry) }
  }

  mutating func add(_ entry: WalletEntry) {
    for posting in entry.postings {
      sums[entry.moved.coin, default: [:]][posting.account, default: 0] += posting.amount
    }
  }

  func sum(of account: CoinAccount, in coin: Coin) -> Int64 { sums[coin]?[account] ?? 0 }

  /// Returns true if the coin was ever posted.
  func hasHeld(_ coin: Coin) -> Bool { sums[coin] != nil }

  /// Returns true if all sums still fit into 64 bits after these postings.
  func fit(_ postings: [WalletEntry.Posting], of coin: Coin) -> Bool {
    postings.allSatisfy {
      !sum(of: $0.account, in: coin).addingReportingOverflow($0.amount).overflow
    }
  }

  /// The balances of all coins that were ever posted, ordered by name.
  var balances: [CoinBalance] {
    sums.sorted { $0.key < $1.key }.map { coin, sums in
      CoinBalance(
        coin: coin, available: sums[.available] ?? 0, reserved: sums[.reserved] ?? 0)
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
