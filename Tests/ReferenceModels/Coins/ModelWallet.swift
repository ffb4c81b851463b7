import Ledger

/// A wallet booked from its list of movements for every question.
struct ModelWallet {
  let environment: StoreEnvironment
  let bundleID: BundleID
  let account: AccountReference
  let rules: ModelCoinRules
  /// The most coins of a request and of a wallet.
  static let most: Int128 = 1_000_000_000_000_000
  /// The entries, one for each movement even if it was recorded twice.
  private(set) var entries: [WalletEntry] = []
  private let events: [RecordedEvent]

  init(
    of account: AccountReference, in bundleID: BundleID, environment: StoreEnvironment,
    _ events: [RecordedEvent], _ rules: ModelCoinRules
  ) {
    self.account = account
    self.bundleID = bundleID
    self.environment = environment
    self.rules = rules
    self.events = events
    for event in events {
      guard case .account(.coinsMoved(let moved)) = event.event, moved.account == account,
        !entries.contains(where: { $0.moved == moved })
      else { continue }
      entries.append(entry(of: moved, after: entries))
    }
  }

  /// Returns the entry of a movement booked next.
  func entry(of moved: CoinsMoved, after entries: [WalletEntry]) -> WalletEntry {
    let (from, to, amount) = booking(of: moved, after: entries)
    let postings = [WalletEntry.Posting(from, 0 &- amount), WalletEntry.Posting(to, amount)]
    let change = postings.filter { $0.account == .available }.map(\.amount).reduce(0, &+)
    let balance = Int64(
      truncatingIfNeeded: Self.sum(of: .available, in: moved.coin, over: entries) + Int128(change))
    return WalletEntry(
      number: entries.count + 1, moved: moved, postings: postings, balance: balance)
  }

  /// Returns the accounts and amount of a movement. A negative amount moves the other way.
  private func booking(
    of moved: CoinsMoved, after entries: [WalletEntry]
  ) -> (from: CoinAccount, to: CoinAccount, amount: Int64) {
    switch moved.movement {
    case .credited(_, let amount): return (.issued, .available, amount)
    case .spent(let amount): return (.available, .spent, amount)
    case .earned(let amount, _): return (.earned, .available, amount)
    case .reversed(_, let amount, _): return (.spent, .available, amount)
    case .reserved(let amount): return (.available, .reserved, amount)
    case .committed(_, let amount): return (.reserved, .spent, amount)
    case .canceled(_, let amount): return (.reserved, .available, amount)
    case .adjusted(let amount, _, _):
      return (.adjusted, .available, amount)
    case .merged(let amount, _, _): return (.merged, .available, amount)
    case .takenBack(let grant, let total, _):
      var more = total - Self.takenBack(grant, in: entries).total
      if !rules.keepsDebt {
        more = min(more, Int64(max(0, Self.sum(of: .available, in: moved.coin, over: entries))))
      }
      return (.available, .refunded, more)
    }
  }

  /// Returns the amount taken back of a grant so far, and the reading of its chain that said so.
  static func takenBack(
    _ grant: GrantID, in entries: [WalletEntry]
  ) -> (total: Int64, revision: Int64) {
    var (total, revision): (Int64, Int64) = (0, 0)
    for entry in entries {
      guard case .takenBack(grant, let now, let reading) = entry.moved.movement else { continue }
      (total, revision) = (now, reading)
    }
    return (total, revision)
  }

  static func sum(of account: CoinAccount, in coin: Coin, over entries: [WalletEntry]) -> Int128 {
    var sum: Int128 = 0
    for entry in entries where entry.moved.coin == coin {
      for posting in entry.postings where posting.account == account {
        sum += Int128(posting.amount)
      }
    }
    return sum
  }

  /// The lots, earned coins and debts after the last movement.
  private var book: CoinBook {
    CoinBook(
      events, before: Instant(milliseconds: .max), app: bundleID, environment: environment,
      mutation: rules.keepsDebt ? nil : .leavesDebt)
  }

  /// Returns what an entry spent, and from where; nil for an entry that spent nothing.
  func parts(spentBy entry: WalletEntryID) -> [CoinPart]? {
    book.spent[entry]?.map { part in
      switch part.place {
      case .lot(let grant): CoinPart(.bought(grant: grant), Int64(part.amount))
      case .earned: CoinPart(.earned, Int64(part.amount))
      case .missing: CoinPart(.debt, Int64(part.amount))
      }
    }
  }

  /// The balances with what was bought, earned and is owed.
  var divided: [DividedBalance] {
    let purses = book.purses
    return balances.map { balance in
      let purse = purses[CoinBook.WalletName(account: account, coin: balance.coin)]
      return DividedBalance(
        coin: balance.coin, available: balance.available, reserved: balance.reserved,
        bought: Int64((purse?.lots ?? []).reduce(0) { $0 + $1.left }),
        earned: Int64(purse?.earned ?? 0),
        debt: Int64((purse?.loans ?? []).reduce(0) { $0 + $1.amount }))
    }
  }

  var balances: [CoinBalance] {
    Set(entries.map(\.moved.coin)).sorted().map {
      CoinBalance(
        coin: $0, available: Int64(Self.sum(of: .available, in: $0, over: entries)),
        reserved: Int64(Self.sum(of: .reserved, in: $0, over: entries)))
    }
  }
}
