/// One coin of a wallet, divided by the grants that brought it. The oldest coins are spent first.
struct CoinLots {
  private typealias Share = (grant: GrantID?, amount: Int128)

  /// The figures of the grants, in the order in which they first moved; nil stands for coins that no
  /// purchase brought.
  private(set) var lots: [(grant: GrantID?, figures: CoinFigures)] = []
  private var places: [GrantID?: Int] = [:]
  /// The lots before this one have nothing left.
  private var oldest = 0

  /// Books the next movement of the coin.
  mutating func book(_ entry: WalletEntry) {
    switch entry.moved.movement {
    case .credited(let grant, let amount):
      change(grant, by: Int128(amount), \.granted, 1)
    case .takenBack(let grant, _, _):
      let amount = entry.postings.reduce(Int128(0)) {
        $0 + ($1.account == .refunded ? Int128($1.amount) : 0)
      }
      change(grant, by: -amount, \.takenBack, -1)
    case .spent(let amount), .committed(_, let amount):
      consume(Int128(amount), \.spent, -1)
    case .adjusted(let amount, _, _):
      if amount > 0 { change(nil, by: Int128(amount), \.adjusted, 1) }
      if amount < 0 { consume(-Int128(amount), \.adjusted, 1) }
    case .merged(let amount, _, let credits):
      // Both wallets divide what moves by the same credits, so that no grant gains or loses by it.
      let sign: Int128 = entry.isReceiving ? 1 : -1
      for share in Self.shares(of: sign * Int128(amount), among: credits, of: entry.merge) {
        change(share.grant, by: sign * share.amount)
      }
    case .reserved, .canceled: break
    }
  }

  /// Ends the coins with their account.
  mutating func erase() {
    for place in lots.indices {
      let left = lots[place].figures.closing
      lots[place].figures.erased += left
      lots[place].figures.closing = 0
    }
  }

  /// Notes how many of the coins are reserved, the oldest first, and how many are owed by the player,
  /// by the grants of which more was taken back than was left.
  mutating func note(reserved: Int128, debt: Int128) {
    var (reserved, debt) = (reserved, debt)
    for place in lots.indices where reserved > 0 {
      let part = min(reserved, max(0, lots[place].figures.closing))
      lots[place].figures.reserved += part
      reserved -= part
    }
    for place in lots.indices.reversed() where debt > 0 {
      let part = min(debt, max(0, -lots[place].figures.closing))
      lots[place].figures.debt += part
      debt -= part
    }
    if reserved > 0 { lots[place(of: nil)].figures.reserved += reserved }
    if debt > 0 { lots[place(of: nil)].figures.debt += debt }
  }

  private mutating func consume(
    _ amount: Int128, _ figure: WritableKeyPath<CoinFigures, Int128>, _ sign: Int128
  ) {
    var rest = amount
    while rest > 0, oldest < lots.count {
      let part = min(rest, max(0, lots[oldest].figures.closing))
      if part > 0 { change(lots[oldest].grant, by: -part, figure, sign) }
      rest -= part
      if rest > 0 { oldest += 1 }
    }
    if rest > 0 { change(nil, by: -rest, figure, sign) }
  }

  /// Changes what is left of a grant, and one of its figures by that times the sign.
  private mutating func change(
    _ grant: GrantID?, by amount: Int128, _ figure: WritableKeyPath<CoinFigures, Int128>? = nil,
    _ sign: Int128 = 1
  ) {
    let place = place(of: grant)
    lots[place].figures.closing += amount
    if let figure { lots[place].figures[keyPath: figure] += sign * amount }
    if amount > 0 { oldest = min(oldest, place) }
  }

  private mutating func place(of grant: GrantID?) -> Int {
    if let place = places[grant] { return place }
    places[grant] = lots.count
    lots.append((grant, CoinFigures()))
    return lots.count - 1
  }

  /// Divides a balance that moves by its credits: coins by the newest, debt by what was taken back of the
  /// newest. The rest is of no grant. What was taken back from other accounts is no part of the balance.
  private static func shares(
    of balance: Int128, among credits: [AccountsMerged.Credit], of merge: AccountsMerged?
  ) -> [Share] {
    var (shares, rest) = ([Share](), abs(balance))
    for credit in credits.reversed() where rest > 0 {
      let takenBack = credit.takenBack - (merge?.takenElsewhere(of: credit) ?? 0)
      let most = Int128(balance < 0 ? takenBack : credit.amount - takenBack)
      let part = min(rest, max(0, most))
      guard part > 0 else { continue }
      shares.append((credit.grant, balance < 0 ? -part : part))
      rest -= part
    }
    if rest > 0 { shares.append((nil, balance < 0 ? -rest : rest)) }
    return shares
  }
}

extension WalletEntry {
  /// True if a merge, or its undo, brings the balance here.
  fileprivate var isReceiving: Bool {
    merge.map { ($0.into == moved.account) != $0.isUndone } ?? false
  }
}
