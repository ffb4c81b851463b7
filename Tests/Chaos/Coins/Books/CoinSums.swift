/// What an account has by the trial's own arithmetic.
struct CoinSums: Sendable {
  private var sums: [String: CoinStanding] = [:]

  /// - Parameter booked: each request that was answered with an entry.
  init(grants: [ExpectedGrant], booked: [WalletAsk: WalletEntry]) {
    for grant in grants { add(grant.amount - grant.takenBack, of: grant.coin) }
    for ask in booked.keys {
      switch ask.verb {
      case .spend(let coin, let amount): add(-amount, of: coin)
      case .reserve(let coin, let amount): add(-amount, reserved: amount, of: coin)
      case .commit(let key):
        if let (coin, amount) = booked.reservation(key) { add(0, reserved: -amount, of: coin) }
      case .cancel(let key):
        if let (coin, amount) = booked.reservation(key) { add(amount, reserved: -amount, of: coin) }
      }
    }
  }

  /// Of every coin that was ever moved.
  var standings: Set<CoinStanding> { Set(sums.values) }

  private mutating func add(_ balance: Int64, reserved: Int64 = 0, of coin: String) {
    let nothing = CoinStanding(coin: coin, balance: 0, reserved: 0)
    sums[coin, default: nothing].balance += balance
    sums[coin, default: nothing].reserved += reserved
  }
}

extension [WalletAsk: WalletEntry] {
  /// What was set apart under a key; nil where nothing was.
  func reservation(_ key: String) -> (coin: String, amount: Int64)? {
    for case .reserve(let coin, let amount) in keys.filter({ $0.key == key }).map(\.verb) {
      return (coin, amount)
    }
    return nil
  }
}
