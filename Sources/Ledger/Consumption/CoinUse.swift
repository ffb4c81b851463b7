/// What became of one coin in a wallet: the oldest coins are spent first.
///
/// A credit that was taken back has given only the rest, so that what had been spent of it was paid with
/// coins that came later. What an adjustment took counts against what adjustments gave, and beyond that
/// as spent. What is reserved is not spent yet.
struct CoinUse {
  private struct Credit {
    /// Nil for what an adjustment gave.
    let grant: GrantID?
    let amount: Int64
    var takenBack: Int64 = 0
  }

  private var credits: [Credit] = []
  private var gone: Int128 = 0
  /// Whether anybody ever spent or reserved some here.
  private(set) var isUsed = false

  init(of coin: Coin, in wallet: Wallet) {
    for entry in wallet.entries where entry.moved.coin == coin { take(entry.moved.movement) }
  }

  private mutating func take(_ movement: CoinMovement) {
    switch movement {
    case .credited(let grant, let amount): credits.append(Credit(grant: grant, amount: amount))
    case .takenBack(let grant, let total, _):
      guard let index = credits.firstIndex(where: { $0.grant == grant }) else { return }
      credits[index].takenBack = total
    case .spent(let amount), .committed(_, let amount):
      isUsed = true
      gone += Int128(amount)
    case .adjusted(let amount, _, _):
      if amount > 0 {
        credits.append(Credit(grant: nil, amount: amount))
      } else {
        takeFromAdjustments(Int128(amount.magnitude))
      }
    case .reserved: isUsed = true
    case .cancelled: break
    }
  }

  private mutating func takeFromAdjustments(_ amount: Int128) {
    var rest = amount
    for index in credits.indices.reversed() where credits[index].grant == nil {
      let taken = min(rest, Int128(credits[index].amount - credits[index].takenBack))
      credits[index].takenBack += Int64(taken)
      rest -= taken
    }
    gone += rest
  }

  func holds(_ grant: GrantID) -> Bool { credits.contains { $0.grant == grant } }

  /// How many coins of a grant were spent, of all that it gave; 0 for one that is not here.
  func spent(of grant: GrantID) -> Int64 {
    var rest = gone
    for credit in credits {
      guard credit.grant != grant else { return Int64(max(0, min(rest, Int128(credit.amount)))) }
      rest -= Int128(credit.amount - credit.takenBack)
    }
    return 0
  }
}
