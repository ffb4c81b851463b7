/// The balances of an account by the drill's own arithmetic.
struct CoinSums: Sendable {
  private var sums: [String: CoinStatus] = [:]

  /// - Parameter booked: requests that were answered with an entry.
  init(grants: [ExpectedGrant], booked: [WalletCall: WalletEntry]) {
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

  /// The balances of every coin that ever moved.
  var statuses: Set<CoinStatus> { Set(sums.values) }

  private mutating func add(_ balance: Int64, reserved: Int64 = 0, of coin: String) {
    let nothing = CoinStatus(coin: coin, balance: 0, reserved: 0)
    sums[coin, default: nothing].balance += balance
    sums[coin, default: nothing].reserved += reserved
  }
}

extension [WalletCall: WalletEntry] {
  /// Returns the coins reserved under a key, or nil if none were.
  func reservation(_ key: String) -> (coin: String, amount: Int64)? {
    for case .reserve(let coin, let amount) in keys.filter({ $0.key == key }).map(\.verb) {
      return (coin, amount)
    }
    return nil
  }
}
