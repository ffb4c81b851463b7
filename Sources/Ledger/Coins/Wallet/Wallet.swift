/// The coins of one account, which belongs to one app in one environment: a fold over its
/// movements.
///
/// Bookkeeping is double-entry, so that each coin sums to zero over all ``CoinAccount``s. Applying
/// a movement again, at once or much later, changes nothing.
package struct Wallet: Hashable, Sendable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let account: AccountReference
  /// The aliases of the account.
  private var aliases: Set<AccountReference> = []
  /// The entries in the order of booking.
  package private(set) var entries: [WalletEntry] = []
  private var sums: [Coin: [CoinAccount: Int64]] = [:]
  private var numbers: [IdempotencyKey: Int] = [:]
  private var credits: [GrantID: Credit] = [:]
  private var reservations: [IdempotencyKey: Reservation] = [:]

  /// Creates an empty wallet.
  package init(
    of account: AccountReference, in bundleID: BundleID, environment: StoreEnvironment
  ) {
    self.account = account
    self.bundleID = bundleID
    self.environment = environment
  }

  /// The credit of a grant in this wallet.
  struct Credit: Hashable {
    let amount: Int64
    var takenBack: Int64 = 0
    /// The position in the chain's lane by which `takenBack` was computed.
    var revision: Int64 = 0
    /// The number of the entry that changed the credit last.
    var number: Int
  }

  /// The coins that were reserved under a key.
  struct Reservation: Hashable {
    let coin: Coin
    let amount: Int64
    /// The number of the entry that committed or canceled the reservation.
    var settledBy: Int?
  }

  /// Applies a movement of this account, in the order of the account's stream.
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

  /// Returns the entry that a new movement would have now.
  package func entry(booking moved: CoinsMoved) -> WalletEntry {
    let postings = postings(of: moved)
    return WalletEntry(
      number: entries.count + 1, moved: moved, postings: postings,
      balance: sum(of: .available, in: moved.coin) + postings.change)
  }

  /// Adds an alias, so that the wallet accepts the movements of its stream.
  mutating func adopt(_ alias: AccountReference) { aliases.insert(alias) }

  func holds(_ other: AccountReference) -> Bool { other == account || aliases.contains(other) }

  private func isNew(_ moved: CoinsMoved) -> Bool {
    if let key = moved.key, numbers[key] != nil { return false }
    return switch moved.movement {
    case .credited(let grant, _): credits[grant] == nil
    case .takenBack(let grant, _, let revision):
      credits[grant].map { $0.revision < revision } ?? false
    case .committed(let reservation, _), .canceled(let reservation, _):
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
    case .committed(let reservation, _), .canceled(let reservation, _):
      reservations[reservation]?.settledBy = number
    case .spent, .adjusted: break
    }
  }
}

extension Wallet {
  package func sum(of account: CoinAccount, in coin: Coin) -> Int64 { sums[coin]?[account] ?? 0 }

  /// The balances of all coins that ever moved, ordered by name.
  package var balances: [CoinBalance] { Self.balances(sums) }

  /// Returns the balances after the first entries of a wallet.
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
