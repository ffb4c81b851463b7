/// The use of one coin in a wallet. The oldest coins are spent first.
///
/// A credit that was taken back provides only the rest, so that later coins pay for what was spent
/// of it. A negative adjustment reduces positive adjustments first and counts as spent beyond them.
/// Reserved coins are not spent yet.
struct CoinUse {
  private struct Credit {
    /// The grant; nil for an adjustment.
    let grant: GrantID?
    let amount: Int64
    var takenBack: Int64 = 0
    /// The coins that were spent in another wallet, before a merge.
    var spentBefore: Int64 = 0

    var rest: Int128 { Int128(amount) - Int128(takenBack) - Int128(spentBefore) }
  }

  private var credits: [Credit] = []
  private var gone: Int128 = 0
  /// True if coins were ever spent or reserved in this wallet.
  private(set) var isUsed = false

  init(of coin: Coin, in wallet: Wallet) {
    for entry in wallet.entries where entry.moved.coin == coin { apply(entry) }
  }

  private mutating func apply(_ entry: WalletEntry) {
    switch entry.moved.movement {
    case .credited(let grant, let amount): credits.append(Credit(grant: grant, amount: amount))
    case .takenBack(let grant, _, _):
      if let returned = entry.moved.returned { return giveBack(returned.amount) }
      guard let index = credits.firstIndex(where: { $0.grant == grant }) else { return }
      credits[index].takenBack -= entry.change
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
    case .canceled: break
    case .merged(let amount, _, let moved):
      apply(moved, of: entry.merge, balance: Int128(amount))
    }
  }

  /// Applies a merge. Credits that arrive with a smaller balance than their sum were spent before,
  /// the oldest ones first. Credits that leave take along what was spent of them.
  private mutating func apply(
    _ moved: [AccountsMerged.Credit], of merge: AccountsMerged?, balance: Int128
  ) {
    let held = credits.filter { credit in moved.contains { $0.grant == credit.grant } }
    guard held.isEmpty else {
      credits.removeAll { credit in moved.contains { $0.grant == credit.grant } }
      gone = max(0, gone - held.reduce(0) { $0 + $1.rest } - balance)
      return
    }
    let arrived = moved.map { credit in
      Credit(
        grant: credit.grant, amount: credit.amount,
        takenBack: credit.takenBack - (merge?.takenElsewhere(of: credit) ?? 0))
    }
    var spent = arrived.reduce(0) { $0 + $1.rest } - balance
    for var credit in arrived {
      let before = max(0, min(spent, credit.rest))
      credit.spentBefore = Int64(before)
      credits.append(credit)
      spent -= before
    }
    if spent > 0 { gone += spent }
    if spent < 0, let given = Int64(exactly: -spent) {
      credits.append(Credit(grant: nil, amount: given))
    }
  }

  /// Gives coins back that a refund took here from a grant that has left: they pay for what was spent.
  private mutating func giveBack(_ amount: Int64) {
    let part = min(gone, Int128(amount))
    gone -= part
    let rest = amount - Int64(part)
    if rest > 0 { credits.append(Credit(grant: nil, amount: rest)) }
  }

  private mutating func takeFromAdjustments(_ amount: Int128) {
    var rest = amount
    for index in credits.indices.reversed() where credits[index].grant == nil {
      let taken = min(rest, credits[index].rest)
      credits[index].takenBack += Int64(taken)
      rest -= taken
    }
    gone += rest
  }

  func holds(_ grant: GrantID) -> Bool { credits.contains { $0.grant == grant } }

  /// Returns the number of spent coins of a grant; 0 for a grant that was not credited.
  func spent(of grant: GrantID) -> Int64 {
    var rest = gone
    for credit in credits {
      guard credit.grant != grant else {
        let left = Int128(credit.amount) - Int128(credit.spentBefore)
        return credit.spentBefore + Int64(max(0, min(rest, left)))
      }
      rest -= credit.rest
    }
    return 0
  }
}
