/// The coins of a wallet by what brought them: a fold over its entries alone, so that a rebuilt wallet has
/// the same.
package struct WalletHoldings: Sendable {
  private var coins: [Coin: CoinHoldings] = [:]
  /// The parts that were spent, by the number of the entry.
  private var spent: [Int: [CoinPart]] = [:]
  /// The coins that came and went apart from spending, by what brought them.
  private(set) var totals: [Coin: [GrantID?: Totals]] = [:]

  /// The coins that came and went.
  struct Totals: Sendable {
    var granted: Int128 = 0
    var takenBack: Int128 = 0
    var adjusted: Int128 = 0
    /// The coins that `credit` gave.
    var earned: Int128 = 0
    /// The coins that merges brought, less those that they took.
    var merged: Int128 = 0
  }

  package init(of entries: some Sequence<WalletEntry>) {
    for entry in entries { book(entry) }
  }

  package subscript(_ coin: Coin) -> CoinHoldings { coins[coin] ?? CoinHoldings() }

  /// The coins that ever moved, sorted.
  var all: [Coin] { coins.keys.sorted() }

  /// Returns the parts that an entry spent.
  func parts(spentBy number: Int) -> [CoinPart] { spent[number] ?? [] }

  /// Gives back the coins of reservations that have ended by themselves.
  mutating func release(until moment: Instant) {
    for coin in coins.keys { coins[coin]?.release(until: moment) }
  }

  private mutating func book(_ entry: WalletEntry) {
    let coin = entry.moved.coin
    var held = coins.removeValue(forKey: coin) ?? CoinHoldings()
    held.release(until: entry.moved.movedAt)
    book(entry, to: &held)
    coins[coin] = held
  }

  private mutating func book(_ entry: WalletEntry, to held: inout CoinHoldings) {
    let (moved, order) = (entry.moved, entry.moved.spendFirst ?? .earned)
    switch moved.movement {
    case .credited(let grant, let amount):
      held.credit(grant, amount, at: moved.movedAt)
      count(amount, \.granted, of: grant, moved.coin)
    case .takenBack(let grant, _, _):
      let more = entry.takenBack
      if more > 0 { held.takeBack(more, of: grant, at: moved.movedAt) }
      if more < 0 { held.reverse(-more, of: grant) }
      count(more, \.takenBack, of: grant, moved.coin)
    case .earned(let amount, _):
      held.earn(amount)
      count(amount, \.earned, of: nil, moved.coin)
    case .spent(let amount): spent[entry.number] = held.take(amount, first: order)
    case .adjusted(let amount, _, _):
      if amount > 0 {
        held.earn(amount)
        count(amount, \.adjusted, of: nil, moved.coin)
      } else {
        count(held.take(-amount, first: order), moved.coin)
      }
    case .reserved(let amount):
      guard let key = moved.requestKey else { return }
      held.reserve(held.take(amount, first: order), under: key, until: moved.expiresAt)
    case .committed(_, let amount):
      spent[entry.number] =
        moved.reservationKey.flatMap { held.endReservation($0) }
        ?? held.take(amount, first: order)
    case .canceled:
      held.giveBack(moved.reservationKey.flatMap { held.endReservation($0) } ?? [])
    case .reversed(_, _, let parts): held.giveBack(parts)
    case .merged(_, let other, let moving): book(moving, of: other, entry, to: &held)
    }
  }

  private mutating func book(
    _ moving: MovedCoins, of other: AccountReference, _ entry: WalletEntry,
    to held: inout CoinHoldings
  ) {
    let sign: Int128 = entry.isReceiving ? 1 : -1
    if entry.isReceiving { held.receive(moving, from: other) } else { held.give(moving, to: other) }
    for lot in moving.lots {
      totals[entry.moved.coin, default: [:]][lot.grant, default: Totals()].merged +=
        sign * Int128(lot.left)
    }
    for debt in moving.debts {
      totals[entry.moved.coin, default: [:]][debt.grant, default: Totals()].merged -=
        sign * Int128(debt.amount)
    }
    totals[entry.moved.coin, default: [:]][nil, default: Totals()].merged +=
      sign * Int128(moving.earned)
  }

  private mutating func count(
    _ amount: Int64, _ total: WritableKeyPath<Totals, Int128>, of grant: GrantID?, _ coin: Coin
  ) {
    totals[coin, default: [:]][grant, default: Totals()][keyPath: total] += Int128(amount)
  }

  /// Counts the parts that an adjustment took.
  private mutating func count(_ parts: [CoinPart], _ coin: Coin) {
    for part in parts {
      guard case .bought(let grant) = part.source else {
        count(-part.amount, \.adjusted, of: nil, coin)
        continue
      }
      count(-part.amount, \.adjusted, of: grant, coin)
    }
  }
}

extension WalletEntry {
  /// The coins that a refund took with this entry; negative for a reversal.
  fileprivate var takenBack: Int64 {
    postings.first { $0.account == .refunded }?.amount ?? 0
  }

  /// True if a merge, or its undo, brings coins here.
  fileprivate var isReceiving: Bool {
    merge.map { ($0.into == moved.account) != $0.isUndone } ?? (change >= 0)
  }
}

/// The coins of one kind that a wallet has at a moment.
package struct DividedBalance: Hashable, Sendable {
  package let coin: Coin
  /// The spendable amount, `bought + earned - debt`.
  package let available: Int64
  package let reserved: Int64
  /// The coins that are left of purchases.
  package let bought: Int64
  /// The coins that are left of those that no purchase brought.
  package let earned: Int64
  /// The coins that refunds took after they were spent.
  package let debt: Int64

  package init(
    coin: Coin, available: Int64, reserved: Int64, bought: Int64, earned: Int64, debt: Int64
  ) {
    self.coin = coin
    self.available = available
    self.reserved = reserved
    self.bought = bought
    self.earned = earned
    self.debt = debt
  }
}

extension Wallet {
  /// Returns the balances of all coins that ever moved, ordered by name.
  package func balances(at moment: Instant) -> [DividedBalance] {
    var holdings = WalletHoldings(of: entries)
    holdings.release(until: moment)
    return balances.map { balance in
      let released = requests.released(balance.coin, at: moment)
      let held = holdings[balance.coin]
      return DividedBalance(
        coin: balance.coin, available: balance.available + released,
        reserved: balance.reserved - released, bought: Int64(clamping: held.bought),
        earned: held.earned, debt: Int64(clamping: held.debt))
    }
  }
}
