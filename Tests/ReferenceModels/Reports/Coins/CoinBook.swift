import Ledger

/// The movements of all wallets up to a moment, from the recorded events alone.
struct CoinBook {
  struct Heading: Hashable {
    let product: String
    let coin: Coin
  }

  struct Sums {
    var granted: Int128 = 0
    var takenBack: Int128 = 0
    var spent: Int128 = 0
    var adjusted: Int128 = 0
    var erased: Int128 = 0

    var closing: Int128 { granted - takenBack - spent + adjusted - erased }
  }

  struct WalletName: Hashable {
    let account: AccountReference
    let coin: Coin
  }

  /// The name of a merge or its undo, which two streams record.
  struct MergeName: Hashable {
    let from: AccountReference
    let number: Int
    let isUndone: Bool
  }

  /// The lots that a merge moved, by coin.
  struct MovedLots {
    let coin: Coin
    let lots: [CoinLot]
  }

  var sums: [Heading: Sums] = [:]
  var purses: [WalletName: CoinPurse] = [:]
  let mutation: DebtMutation?
  private let products: [GrantID: ProductID]
  private var ages = 0
  private var moved: Set<CoinsMoved> = []
  /// The merges and undos that moved their coins.
  var merged: Set<MergeName> = []
  /// The lots that the merge of an account moved, while it stands.
  var standing: [AccountReference: [MovedLots]] = [:]
  /// The grants with coins that ended with their account.
  var ended: Set<GrantID> = []

  /// - Parameter moment: the first moment that does not count.
  init(
    _ events: [RecordedEvent], before moment: Instant, app: BundleID,
    environment: StoreEnvironment, mutation: DebtMutation?
  ) {
    self.mutation = mutation
    products = GrantMade.byID(in: events).compactMapValues(\.first?.productID)
    for event in events {
      guard case .account(let content) = event.event else { continue }
      let date = content.content.assertedAt
      guard date < moment || mutation == .includesTheEnd && date == moment else { continue }
      for name in purses.keys { purses[name]?.expire(by: date) }
      switch content {
      case .coinsMoved(let movement)
      where movement.bundleID == app && movement.environment == environment:
        if moved.insert(movement).inserted { book(movement) }
      case .accountsMerged(let merge)
      where merge.bundleID == app && merge.environment == environment:
        book(merge)
      case .accountErased(let erasure)
      where erasure.bundleID == app && erasure.environment == environment:
        if mutation != .keepsErased { erase(erasure.account) }
      case .coinsMoved, .accountsMerged, .accountErased, .chainClaimed, .accountAliased,
        .aliasClaimed, .consentChanged, .tokenWithdrawn:
        continue
      }
    }
    let last = Instant(milliseconds: moment.milliseconds - 1)
    for name in purses.keys { purses[name]?.expire(by: last) }
  }

  private mutating func book(_ moved: CoinsMoved) {
    let name = WalletName(account: moved.account, coin: moved.coin)
    var purse = purses[name] ?? CoinPurse(mutation)
    defer { purses[name] = purse }
    switch moved.movement {
    case .credited(let grant, let amount):
      purse.add(Int128(amount), to: lot(of: grant))
      ended.remove(grant)
      sums[heading(grant, moved.coin), default: Sums()].granted += Int128(amount)
    case .takenBack(let grant, let total, _):
      takeBack(grant, total, moved, from: &purse)
    case .spent(let amount):
      for (lot, part) in purse.take(Int128(amount)) {
        sums[Heading(product: lot.product, coin: moved.coin), default: Sums()].spent += part
      }
    case .adjusted(let amount, _, _) where amount > 0:
      purse.add(Int128(amount), to: lot(of: nil))
      let figure = mutation == .grantsGifts ? \Sums.granted : \Sums.adjusted
      sums[Heading(product: "", coin: moved.coin), default: Sums()][keyPath: figure] +=
        Int128(amount)
    case .adjusted(let amount, _, _):
      for (lot, part) in purse.take(-Int128(amount)) {
        sums[Heading(product: lot.product, coin: moved.coin), default: Sums()].adjusted -= part
      }
    case .reserved(let amount):
      guard let key = moved.key else { return }
      guard mutation != .spendsReserved else {
        for (lot, part) in purse.take(Int128(amount)) {
          sums[Heading(product: lot.product, coin: moved.coin), default: Sums()].spent += part
        }
        return
      }
      purse.reserve(Int128(amount), under: key, until: moved.expiresAt)
    case .committed(let key, _):
      for (lot, part) in purse.end(key) {
        sums[Heading(product: lot.product, coin: moved.coin), default: Sums()].spent += part
      }
    case .canceled(let key, _):
      for (lot, part) in purse.end(key) { purse.add(part, to: lot) }
    case .merged:
      return
    }
  }

  /// Takes coins of a grant back, or gives them back. What comes back to an account from which the grant has
  /// moved is recorded in both wallets and moves in that account's alone.
  private mutating func takeBack(
    _ grant: GrantID, _ total: Int64, _ moved: CoinsMoved, from purse: inout CoinPurse
  ) {
    var more = Int128(total) - Int128(purse.takenBack[grant] ?? 0)
    if let returned = moved.returned {
      let isHolder = returned.holder == moved.account
      more = isHolder ? 0 : -Int128(returned.amount)
      if isHolder { purse.takenBack[grant] = total }
    } else {
      purse.takenBack[grant] = total
    }
    var heading = heading(grant, moved.coin)
    if mutation == .leavesDebt { more = min(more, max(0, purse.available)) }
    if mutation == .takesBackOldest, more > 0, let oldest = purse.lots.first(where: { $0.left > 0 })
    {
      heading = Heading(product: oldest.product, coin: moved.coin)
      purse.add(-more, to: oldest)
    } else if !ended.contains(grant) {
      purse.add(-more, to: lot(of: grant))
    }
    sums[heading, default: Sums()].takenBack += more
    if ended.contains(grant) { sums[heading, default: Sums()].erased -= more }
  }

  private func heading(_ grant: GrantID, _ coin: Coin) -> Heading {
    Heading(product: products[grant]?.rawValue ?? "", coin: coin)
  }

  private mutating func lot(of grant: GrantID?) -> CoinLot {
    ages += 1
    return CoinLot(
      grant: grant, product: grant.flatMap { products[$0]?.rawValue } ?? "", age: ages)
  }
}
