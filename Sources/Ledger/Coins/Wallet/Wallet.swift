/// The coins of one account, which belongs to one app in one environment: a fold over its
/// movements.
///
/// Bookkeeping is double-entry, so that each coin sums to zero over all ``CoinAccount``s. Applying
/// a movement again, at once or much later, changes nothing.
package struct Wallet: Hashable, Sendable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let account: AccountReference
  /// The aliases of the account, and the names of the accounts merged into it.
  private var aliases: Set<AccountReference> = []
  /// The entries in the order of booking.
  package private(set) var entries: [WalletEntry] = []
  private var sums: [Coin: [CoinAccount: Int64]] = [:]
  private(set) var requests = WalletRequests()
  private(set) var credits = WalletCredits()
  /// The grants that were credited to this name before its account was erased.
  private var closed: Set<GrantID> = []
  /// The last merge or undo of each account that was merged into this one, or of this account.
  private var merges: [AccountReference: AccountsMerged] = [:]
  /// The merges into this account by the keys of their requests, whether they stand or not.
  private var requestedMerges: [IdempotencyKey: AccountsMerged] = [:]

  /// Creates an empty wallet.
  package init(
    of account: AccountReference, in bundleID: BundleID, environment: StoreEnvironment
  ) {
    self.account = account
    self.bundleID = bundleID
    self.environment = environment
  }

  /// Applies a movement of this account, in the order of the account's stream.
  package mutating func evolve(_ moved: CoinsMoved) {
    precondition(holds(moved.account), "a wallet holds the coins of one account")
    guard requests.isNew(moved), credits.isNew(moved) else { return }
    let number = book(moved)
    requests.note(moved, as: number)
    credits.note(moved, as: number)
  }

  /// Applies a merge of this account, or its undo, in the order of the account's stream.
  package mutating func evolve(_ merge: AccountsMerged) {
    guard (merges[merge.from]?.number ?? 0) < merge.number else { return }
    merges[merge.from] = merge
    if let key = merge.key, merge.into == account { requestedMerges[key] = merge }
    let isReceiving = (merge.into == account) != merge.isUndone
    if merge.into == account {
      if isReceiving { aliases.formUnion(merge.names) } else { aliases.subtract(merge.names) }
    }
    for balance in merge.balances {
      let number = book(merge.movement(of: balance, in: account), by: merge)
      if isReceiving {
        credits.receive(balance.credits, of: balance.coin, as: number)
      } else {
        credits.give(balance.credits)
      }
    }
  }

  /// Returns true if a grant was credited to this name before its account was erased.
  package func isClosed(_ grant: GrantID) -> Bool { closed.contains(grant) }

  /// Ends the wallet of an erased account. A later account of the same name begins without coins, and
  /// what was credited before is never credited again.
  mutating func close() {
    var next = Wallet(of: account, in: bundleID, environment: environment)
    next.closed = closed.union(credits.grants)
    next.merges = merges
    next.requestedMerges = requestedMerges
    self = next
  }

  /// Returns the merge of an account into this one that stands, or the merge of this account.
  func merge(of from: AccountReference) -> AccountsMerged? {
    merges[from].flatMap { $0.isUndone ? nil : $0 }
  }

  /// Returns the merge into this account that was requested under a key.
  func merge(under key: IdempotencyKey) -> AccountsMerged? { requestedMerges[key] }

  /// Books a movement. Returns the number of its entry.
  private mutating func book(_ moved: CoinsMoved, by merge: AccountsMerged? = nil) -> Int {
    let entry = entry(booking: moved, by: merge)
    for posting in entry.postings {
      sums[moved.coin, default: [:]][posting.account, default: 0] += posting.amount
    }
    entries.append(entry)
    return entry.number
  }

  /// Returns the entry that a new movement would have now.
  package func entry(booking moved: CoinsMoved, by merge: AccountsMerged? = nil) -> WalletEntry {
    let postings = postings(of: moved)
    return WalletEntry(
      number: entries.count + 1, moved: moved, postings: postings,
      balance: available(moved.coin, at: moved.movedAt) + postings.change
        - released(by: moved), merge: merge)
  }

  /// Adds an alias, so that the wallet accepts the movements of its stream.
  mutating func adopt(_ alias: AccountReference) { aliases.insert(alias) }

  func holds(_ other: AccountReference) -> Bool { other == account || aliases.contains(other) }
}

extension Wallet {
  package func sum(of account: CoinAccount, in coin: Coin) -> Int64 { sums[coin]?[account] ?? 0 }

  /// Returns true if the coin ever moved here.
  package func hasHeld(_ coin: Coin) -> Bool { sums[coin] != nil }

  /// Returns the wallet as it was after the entries that were booked by a moment.
  package func told(until moment: Instant) -> Wallet {
    var wallet = Wallet(of: account, in: bundleID, environment: environment)
    for entry in entries where entry.moved.movedAt <= moment {
      for posting in entry.postings {
        wallet.sums[entry.moved.coin, default: [:]][posting.account, default: 0] += posting.amount
      }
      wallet.requests.note(entry.moved, as: entry.number)
    }
    return wallet
  }

  /// Returns the coins that may be spent at a moment, with those of reservations that have ended by
  /// themselves.
  func available(_ coin: Coin, at moment: Instant) -> Int64 {
    sum(of: .available, in: coin) + requests.released(coin, at: moment)
  }

  /// Returns the coins that a cancellation gives back and that were available before, because the
  /// reservation had ended.
  private func released(by moved: CoinsMoved) -> Int64 {
    guard case .canceled(_, let amount) = moved.movement,
      moved.reservationKey.flatMap(requests.reservation)?.hasExpired(at: moved.movedAt) == true
    else { return 0 }
    return amount
  }

  /// The balances of all coins that ever moved, ordered by name, by the entries alone: reservations that
  /// have ended by themselves still count as reserved.
  package var balances: [CoinBalance] { Self.balances(sums) }

  /// Returns the balances of all coins that ever moved, ordered by name.
  package func balances(at moment: Instant) -> [CoinBalance] {
    Self.balances(sums).map { balance in
      let released = requests.released(balance.coin, at: moment)
      return CoinBalance(
        coin: balance.coin, available: balance.available + released,
        reserved: balance.reserved - released)
    }
  }

  /// Returns the reservations that are open at a moment, in the order in which they were made.
  package func openReservations(at moment: Instant) -> [OpenReservation] {
    requests.open(at: moment).map { key, reservation in
      OpenReservation(
        key: key.key, coin: reservation.coin, amount: reservation.amount,
        reservedAt: reservation.reservedAt, expiresAt: reservation.expiresAt)
    }
  }

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

  func entry(numbered number: Int) -> WalletEntry { entries[number - 1] }

  /// The names of the account: its own, its aliases, and those of the accounts merged into it.
  var names: Set<AccountReference> { aliases.union([account]) }
}

/// Coins that were reserved, and neither committed nor canceled nor released by time.
package struct OpenReservation: Hashable, Sendable {
  /// The key of the request that reserved them.
  package let key: IdempotencyKey
  package let coin: Coin
  package let amount: Int64
  package let reservedAt: Instant
  /// The moment at which they are available again by themselves; nil if they are not.
  package let expiresAt: Instant?
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
