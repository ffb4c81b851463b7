/// The coins of one account, and so of one app in one environment: a fold over its movements.
///
/// Every entry is booked twice, so that each coin adds up to zero over all ``CoinAccount``s. A
/// movement taken in again, at once or much later, changes nothing.
package struct Wallet: Hashable, Sendable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let account: AccountReference
  /// Names that stand for it.
  private var aliases: Set<AccountReference> = []
  /// In the order in which they were booked.
  package private(set) var entries: [WalletEntry] = []
  private var sums: [Coin: [CoinAccount: Int64]] = [:]
  private var numbers: [IdempotencyKey: Int] = [:]
  private var credits: [GrantID: Credit] = [:]
  private var reservations: [IdempotencyKey: Reservation] = [:]

  /// An empty one.
  package init(
    of account: AccountReference, in bundleID: BundleID, environment: StoreEnvironment
  ) {
    self.account = account
    self.bundleID = bundleID
    self.environment = environment
  }

  /// A grant's share in this wallet.
  struct Credit: Hashable {
    let amount: Int64
    var takenBack: Int64 = 0
    /// By which position of the chain's lane.
    var revision: Int64 = 0
    /// The entry that moved it last.
    var number: Int
  }

  /// What was set apart under a key.
  struct Reservation: Hashable {
    let coin: Coin
    let amount: Int64
    /// The entry that committed or cancelled it.
    var settledBy: Int?
  }

  /// Takes in a movement of this account, in the order of the account's stream.
  package mutating func evolve(_ moved: CoinsMoved) {
    precondition(holds(moved.account), "a wallet holds the coins of one account")
    guard isNew(moved) else { return }
    let entry = entry(booking: moved)
    for posting in entry.postings {
      sums[moved.coin, default: [:]][posting.account, default: 0] += posting.amount
    }
    entries.append(entry)
    remember(moved, as: entry.number)
  }

  /// How a movement that is new would be booked now.
  package func entry(booking moved: CoinsMoved) -> WalletEntry {
    let postings = postings(of: moved)
    return WalletEntry(
      number: entries.count + 1, moved: moved, postings: postings,
      balance: sum(of: .available, in: moved.coin) + postings.change)
  }

  /// From now on it holds what a name that stands for the account was given.
  mutating func adopt(_ alias: AccountReference) { aliases.insert(alias) }

  func holds(_ other: AccountReference) -> Bool { other == account || aliases.contains(other) }

  private func isNew(_ moved: CoinsMoved) -> Bool {
    if let key = moved.key, numbers[key] != nil { return false }
    return switch moved.movement {
    case .credited(let grant, _): credits[grant] == nil
    case .takenBack(let grant, _, let revision):
      credits[grant].map { $0.revision < revision } ?? false
    case .committed(let reservation, _), .cancelled(let reservation, _):
      reservations[reservation].map { $0.settledBy == nil } ?? false
    case .spent, .adjusted, .reserved: true
    }
  }

  private mutating func remember(_ moved: CoinsMoved, as number: Int) {
    if let key = moved.key { numbers[key] = number }
    switch moved.movement {
    case .credited(let grant, let amount):
      credits[grant] = Credit(amount: amount, number: number)
    case .takenBack(let grant, let total, let revision):
      credits[grant]?.takenBack = total
      credits[grant]?.revision = revision
      credits[grant]?.number = number
    case .reserved(let amount):
      if let key = moved.key {
        reservations[key] = Reservation(coin: moved.coin, amount: amount)
      }
    case .committed(let reservation, _), .cancelled(let reservation, _):
      reservations[reservation]?.settledBy = number
    case .spent, .adjusted: break
    }
  }
}

extension Wallet {
  package func sum(of account: CoinAccount, in coin: Coin) -> Int64 { sums[coin]?[account] ?? 0 }

  /// Of every coin that was ever moved, in the order of their names.
  package var balances: [CoinBalance] { Self.balances(sums) }

  /// What the balances were after these, the first entries of a wallet.
  package static func balances(after entries: some Sequence<WalletEntry>) -> [CoinBalance] {
    var sums: [Coin: [CoinAccount: Int64]] = [:]
    for entry in entries {
      for posting in entry.postings {
        sums[entry.moved.coin, default: [:]][posting.account, default: 0] += posting.amount
      }
    }
    return balances(sums)
  }

  private static func balances(_ sums: [Coin: [CoinAccount: Int64]]) -> [CoinBalance] {
    sums.sorted { $0.key < $1.key }.map { coin, sums in
      CoinBalance(
        coin: coin, available: sums[.available] ?? 0, reserved: sums[.reserved] ?? 0)
    }
  }

  func entry(for key: IdempotencyKey) -> WalletEntry? { numbers[key].map(entry(numbered:)) }

  func entry(numbered number: Int) -> WalletEntry { entries[number - 1] }

  func credit(of grant: GrantID) -> Credit? { credits[grant] }

  func reservation(_ key: IdempotencyKey) -> Reservation? { reservations[key] }
}

/// How much of a coin an account has.
package struct CoinBalance: Hashable, Sendable, Codable {
  package let coin: Coin
  /// What may be spent; below zero where a refund took back what had been spent.
  package let available: Int64
  package let reserved: Int64

  package init(coin: Coin, available: Int64, reserved: Int64) {
    self.coin = coin
    self.available = available
    self.reserved = reserved
  }
}
