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
  private var sums = CoinSums()
  private(set) var requests = WalletRequests()
  private(set) var credits = WalletCredits()
  /// The grants that were credited to this name before its account was erased.
  private var closed: Set<GrantID> = []
  private var merges = WalletMerges()

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
    if moved.isReturnedElsewhere { return credits.note(moved, as: entries.count, of: account) }
    let number = book(moved)
    requests.note(moved, as: number)
    credits.note(moved, as: number, of: account)
  }

  /// Applies a merge of this account, or its undo, in the order of the account's stream.
  package mutating func evolve(_ merge: AccountsMerged) {
    guard merges.isNew(merge) else { return }
    merges.note(merge, of: account)
    let isReceiving = (merge.into == account) != merge.isUndone
    if merge.into == account {
      if isReceiving { aliases.formUnion(merge.names) } else { aliases.subtract(merge.names) }
    }
    for balance in merge.balances {
      let number = book(merge.movement(of: balance, in: account), by: merge)
      if isReceiving {
        credits.receive(balance.credits, of: balance.coin, from: merge.from, as: number)
      } else {
        credits.give(balance.credits, to: merge.from, holds)
      }
    }
  }

  /// Returns true if a grant was credited to this name before its account was erased.
  package func isClosed(_ grant: GrantID) -> Bool { closed.contains(grant) }

  /// Returns true if a grant was credited here and not given to another account since, or before the account
  /// was erased.
  package func hasKept(_ grant: GrantID) -> Bool { isClosed(grant) || credits[grant] != nil }

  /// Ends the wallet of an erased account. A later account of the same name begins without coins, and
  /// what was credited or asked before is never booked again.
  mutating func close() {
    var next = Wallet(of: account, in: bundleID, environment: environment)
    next.closed = closed.union(credits.grants)
    next.requests = requests
    next.requests.close()
    next.merges = merges
    self = next
  }

  /// Returns the merge of an account into this one that stands, or the merge of this account.
  func merge(of from: AccountReference) -> AccountsMerged? { merges.standing(of: from) }

  /// Returns the merge into this account that was requested under a key.
  func merge(under key: IdempotencyKey) -> AccountsMerged? { merges.requested(under: key) }

  /// Books a movement. Returns the number of its entry.
  private mutating func book(_ moved: CoinsMoved, by merge: AccountsMerged? = nil) -> Int {
    let entry = entry(booking: moved, by: merge)
    sums.add(entry)
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
  package func sum(of account: CoinAccount, in coin: Coin) -> Int128 {
    sums.sum(of: account, in: coin)
  }

  /// Returns the spendable coins by the entries alone: reservations that have ended by themselves still count as
  /// reserved.
  package func available(_ coin: Coin) -> Int64 { sums.balance(of: .available, in: coin) }

  /// Returns true if the coin ever moved here.
  package func hasHeld(_ coin: Coin) -> Bool { sums.hasHeld(coin) }

  /// Returns true if the wallet may have the coins that it has after a movement.
  func canBook(_ moved: CoinsMoved) -> Bool { sums.admit(postings(of: moved), of: moved.coin) }

  /// Returns the postings that a movement would have now.
  func postings(of moved: CoinsMoved) -> [WalletEntry.Posting] {
    moved.movement.postings { grant, total in
      if let returned = moved.returned { return moved.isReturnedElsewhere ? 0 : -returned.amount }
      return credits.change(of: grant, to: total, holds)
    }
  }

  /// Returns the wallet as it was after the entries that were booked by a moment.
  package func told(until moment: Instant) -> Wallet {
    told { $0.moved.movedAt <= moment }
  }

  /// Returns the wallet with some of its entries only.
  func told(_ isTold: (WalletEntry) -> Bool) -> Wallet {
    var wallet = Wallet(of: account, in: bundleID, environment: environment)
    for entry in entries where isTold(entry) {
      wallet.entries.append(entry)
      wallet.sums.add(entry)
      wallet.requests.note(entry.moved, as: entry.number)
    }
    return wallet
  }

  /// Returns the coins that may be spent at a moment, with those of reservations that have ended by
  /// themselves.
  func available(_ coin: Coin, at moment: Instant) -> Int64 {
    available(coin) + requests.released(coin, at: moment)
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
  package var balances: [CoinBalance] { sums.balances }

  /// Returns the reservations that are open at a moment, in the order in which they were made.
  package func openReservations(at moment: Instant) -> [OpenReservation] {
    requests.open(at: moment).map { key, reservation in
      OpenReservation(
        key: key.key, coin: reservation.coin, amount: reservation.amount,
        reservedAt: reservation.reservedAt, expiresAt: reservation.expiresAt)
    }
  }

  func entry(numbered number: Int) -> WalletEntry { entries[number - 1] }

  /// The names of the account: its own, its aliases, and those of the accounts merged into it.
  var names: Set<AccountReference> { aliases.union([account]) }
}

/// Decisions.
extension Wallet {
  /// Decides on a request by the entries so far. The caller must append an accepted movement before
  /// another decision on this account.
  package func decide(_ command: WalletCommand, at moment: Instant) -> WalletDecision {
    WalletRequestRule(self).decide(command, at: moment)
  }

  /// Returns true if the request, or the reservation that it ends, was booked here, or the entry that it
  /// reverses was reversed here.
  package func knows(_ command: WalletCommand) -> Bool {
    command.requestKey.flatMap(requests.number) != nil
      || command.reservationKey.map { requests.reservation($0) != nil } ?? false
      || command.reversedEntry.map { requests.reversal(of: $0) != nil } ?? false
  }

  /// Returns what an entry of this wallet spent, with the parts that it took.
  package func spend(of entry: WalletEntryID) -> SpendLookup {
    guard let found = entries.first(where: { $0.id == entry }) else { return .unknown }
    switch found.moved.movement {
    case .spent(let amount), .committed(_, let amount):
      let parts = WalletHoldings(of: entries).parts(spentBy: found.number)
      return .spent(CoinSpend(coin: found.moved.coin, amount: amount, parts: parts))
    case .credited, .takenBack, .earned, .reversed, .adjusted, .reserved, .canceled, .merged:
      return .notSpent
    }
  }

  /// Returns the entry of this wallet that reversed another one; nil if none did.
  package func reversal(of entry: WalletEntryID) -> WalletEntry? {
    requests.reversal(of: entry).map(self.entry(numbered:))
  }

  /// Decides the next movement by which this wallet catches up with a grant: the credit, then the
  /// amount taken back or returned since; `repeated` once it is up to date.
  ///
  /// Taking coins back creates debt if they were spent or are reserved.
  package func decide(on status: GrantStatus, at moment: Instant) -> WalletDecision {
    WalletGrantRule(self).decide(on: status, at: moment)
  }

  /// Returns the coins that another account gets back before this wallet follows a grant; nil if there are
  /// none.
  package func owed(before status: GrantStatus) -> CoinReturn? {
    WalletGrantRule(self).owed(before: status)
  }

  /// Returns true if a refund took coins here of a grant that another account has since.
  package func lacks(_ grant: GrantID) -> Bool { credits.lacks(grant) }

  /// Returns true if the wallet can hold coins that come back.
  package func canBook(_ returned: CoinReturn) -> Bool {
    canBook(returned.received(by: account, at: Instant(milliseconds: 0)))
  }

  /// Returns the amount taken back of a grant in this wallet, if it was computed from the same events as
  /// another amount; nil otherwise.
  package func amountTakenBack(contradicting status: GrantStatus) -> Int64? {
    credits.amountTakenBack(contradicting: status)
  }

  /// Returns true if the wallet is up to date with a grant, or was closed with it. A former account that
  /// never had the coins has nothing to give back, nor has any account for coins that were delivered
  /// elsewhere and not refunded.
  package func hasFollowed(_ status: GrantStatus) -> Bool {
    WalletGrantRule(self).hasFollowed(status)
  }
}

/// The merges of a wallet's account, as either side.
struct WalletMerges: Hashable, Sendable {
  /// The last merge or undo of each account that was merged into this one, or of this account.
  private var last: [AccountReference: AccountsMerged] = [:]
  /// The merges into this account by the keys of their requests, whether they stand or not.
  private var requested: [IdempotencyKey: AccountsMerged] = [:]

  /// Returns true unless the merge or a later one of the same account is known.
  func isNew(_ merge: AccountsMerged) -> Bool { (last[merge.from]?.number ?? 0) < merge.number }

  mutating func note(_ merge: AccountsMerged, of account: AccountReference) {
    last[merge.from] = merge
    if let key = merge.key, merge.into == account { requested[key] = merge }
  }

  /// Returns the merge of an account that stands; nil if none does.
  func standing(of from: AccountReference) -> AccountsMerged? {
    last[from].flatMap { $0.isUndone ? nil : $0 }
  }

  func requested(under key: IdempotencyKey) -> AccountsMerged? { requested[key] }
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
