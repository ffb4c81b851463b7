/// The credits of grants in a wallet.
struct WalletCredits: Hashable, Sendable {
  struct Credit: Hashable, Sendable {
    let coin: Coin
    /// The credited amount; 0 for coins that were delivered elsewhere.
    let amount: Int64
    var takenBack: Int64 = 0
    /// The position in the chain's lane by which `takenBack` was computed.
    var revision: Int64 = 0
    /// The number of the entry that brought the credit.
    let since: Int
    /// The number of the entry that changed the credit last.
    var number: Int
  }

  private var credits: [GrantID: Credit] = [:]

  subscript(_ grant: GrantID) -> Credit? { credits[grant] }

  var grants: Set<GrantID> { Set(credits.keys) }

  /// Returns true if the coins were credited here.
  func isCredited(_ grant: GrantID) -> Bool { (credits[grant]?.amount ?? 0) > 0 }

  /// Returns the amount taken back of a grant, if it was computed from the same events as another
  /// amount; nil otherwise.
  func amountTakenBack(contradicting status: GrantStatus) -> Int64? {
    guard let credit = credits[status.grant.id], credit.revision == status.revision,
      credit.takenBack != status.takenBack
    else { return nil }
    return credit.takenBack
  }

  /// Returns true unless the credit or what was taken back of it is known.
  func isNew(_ moved: CoinsMoved) -> Bool {
    switch moved.movement {
    case .credited(let grant, _): !isCredited(grant)
    case .takenBack(let grant, _, let revision):
      credits[grant].map { $0.revision < revision } ?? (moved.deliveredElsewhere ?? false)
    case .spent, .adjusted, .reserved, .committed, .canceled, .merged: true
    }
  }

  mutating func note(_ moved: CoinsMoved, as number: Int) {
    switch moved.movement {
    case .credited(let grant, let amount):
      credits[grant] = Credit(
        coin: moved.coin, amount: amount, takenBack: credits[grant]?.takenBack ?? 0,
        revision: credits[grant]?.revision ?? 0, since: number, number: number)
    case .takenBack(let grant, let total, let revision):
      var credit =
        credits[grant] ?? Credit(coin: moved.coin, amount: 0, since: number, number: number)
      credit.takenBack = total
      credit.revision = revision
      credit.number = number
      credits[grant] = credit
    case .spent, .adjusted, .reserved, .committed, .canceled, .merged: break
    }
  }

  /// Returns the credits of a coin in the form in which they move to another wallet.
  func moving(_ coin: Coin, where isMoving: (GrantID) -> Bool = { _ in true })
    -> [AccountsMerged.Credit]
  {
    credits.filter { $0.value.coin == coin && isMoving($0.key) }
      .sorted { ($0.value.since, $0.key) < ($1.value.since, $1.key) }
      .map { grant, credit in
        AccountsMerged.Credit(
          grant: grant, amount: credit.amount, takenBack: credit.takenBack,
          revision: credit.revision)
      }
  }

  /// Returns the grants that were credited by an entry after this one.
  func credited(after number: Int) -> Set<GrantID> {
    Set(credits.filter { $0.value.since > number }.keys)
  }

  mutating func receive(_ moved: [AccountsMerged.Credit], of coin: Coin, as number: Int) {
    for credit in moved {
      credits[credit.grant] = Credit(
        coin: coin, amount: credit.amount, takenBack: credit.takenBack, revision: credit.revision,
        since: number, number: number)
    }
  }

  mutating func give(_ moved: [AccountsMerged.Credit]) {
    for credit in moved { credits[credit.grant] = nil }
  }
}
