import Ledger

/// The movements of all wallets up to a moment, from the recorded events alone.
struct CoinBook {
  struct Heading: Hashable {
    let product: String
    let coin: Coin
  }

  /// Coins that came and went, apart from spending.
  struct Sums {
    var granted: Int128 = 0
    var earned: Int128 = 0
    var takenBack: Int128 = 0
    var adjusted: Int128 = 0
    var erased: Int128 = 0
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

  /// The coins of one kind that a merge moved.
  struct MovedPurse {
    let coin: Coin
    let contents: CoinPurse.Contents
    /// The grants that the guest brought without coins, beside a lot of the target.
    var besides: Set<GrantID> = []
    /// The grants with a total taken back that the target keeps.
    var kept: Set<GrantID> = []
  }

  var sums: [Heading: Sums] = [:]
  var purses: [WalletName: CoinPurse] = [:]
  let mutation: DebtMutation?
  private let products: [GrantID: ProductID]
  /// What each spend and committed reservation took, in any wallet.
  private(set) var spent: [WalletEntryID: [CoinLot.Share]] = [:]
  private var moved: Set<CoinsMoved> = []
  /// The merges and undos that moved their coins.
  var merged: Set<MergeName> = []
  /// The coins that the merge of an account moved, while it stands.
  var standing: [AccountReference: [MovedPurse]] = [:]
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
        .aliasClaimed, .consentChanged, .tokenWithdrawn, .promotionGranted, .promotionWithdrawn:
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
    let boughtFirst = moved.spendFirst == .bought
    switch moved.movement {
    case .credited(let grant, let amount):
      purse.buy(Int128(amount), lot(of: grant, at: moved.movedAt))
      ended.remove(grant)
      sums[heading(grant, moved.coin), default: Sums()].granted += Int128(amount)
    case .takenBack(let grant, let total, let revision):
      takeBack(grant, total, moved, from: &purse)
      purse.revisions[grant] = revision
    case .spent(let amount):
      spent[moved.entryID] = purse.take(Int128(amount), boughtFirst: boughtFirst)
    case .earned(let amount, _):
      purse.earn(Int128(amount))
      sums[Heading(product: "", coin: moved.coin), default: Sums()].earned += Int128(amount)
    case .reversed(let entry, _, _): purse.restore(spent[entry] ?? [])
    case .adjusted(let amount, _, _) where amount > 0:
      purse.earn(Int128(amount))
      let figure = mutation == .grantsGifts ? \Sums.granted : \Sums.adjusted
      sums[Heading(product: "", coin: moved.coin), default: Sums()][keyPath: figure] +=
        Int128(amount)
    case .adjusted(let amount, _, _):
      for part in purse.take(-Int128(amount), boughtFirst: boughtFirst) {
        sums[heading(part.place, moved.coin), default: Sums()].adjusted -= part.amount
      }
    case .reserved(let amount):
      guard let key = moved.key else { return }
      if mutation == .spendsReserved {
        _ = purse.take(Int128(amount), boughtFirst: boughtFirst)
      } else {
        purse.reserve(
          Int128(amount), under: key, until: moved.expiresAt, boughtFirst: boughtFirst)
      }
    case .committed(let key, _): spent[moved.entryID] = purse.end(key)
    case .canceled(let key, _): purse.restore(purse.end(key))
    case .merged: return
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
    if mutation == .leavesDebt { more = min(more, max(0, purse.available)) }
    if !ended.contains(grant) {
      if more > 0 { purse.refund(more, lot(of: grant, at: moved.movedAt)) }
      if more < 0 { purse.reverseRefund(-more, of: grant) }
    }
    let heading = heading(grant, moved.coin)
    sums[heading, default: Sums()].takenBack += more
    if ended.contains(grant) { sums[heading, default: Sums()].erased -= more }
  }

  private func heading(_ place: CoinLot.Place, _ coin: Coin) -> Heading {
    guard case .lot(let grant) = place else { return Heading(product: "", coin: coin) }
    return heading(grant, coin)
  }

  func heading(_ grant: GrantID, _ coin: Coin) -> Heading {
    Heading(product: product(of: grant), coin: coin)
  }

  func product(of grant: GrantID) -> String { products[grant]?.rawValue ?? "" }

  private func lot(of grant: GrantID, at moment: Instant) -> CoinLot {
    CoinLot(grant: grant, product: product(of: grant), since: moment)
  }
}

extension CoinsMoved {
  /// The id of the entry that books the movement.
  var entryID: WalletEntryID {
    WalletEntry(number: 1, moved: self, postings: [], balance: 0).id
  }
}
