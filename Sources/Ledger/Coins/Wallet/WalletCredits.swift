/// The credits of grants in a wallet.
struct WalletCredits: Hashable, Sendable {
  struct Credit: Hashable, Sendable {
    let coin: Coin
    /// The credited amount; 0 for coins that were delivered elsewhere.
    let amount: Int64
    var taken = TakenParts()
    /// The position in the chain's lane by which `taken` was computed.
    var revision: Int64 = 0
    /// The number of the entry that brought the credit.
    let since: Int
    /// The number of the entry that changed the credit last.
    var number: Int
    /// The account that brought the credit by a merge; nil for one that was booked here.
    var giver: AccountReference?

    var takenBack: Int64 { taken.total }
  }

  /// A credit of a merged account beside another one of the same grant. Nothing was left of it, because the coins had
  /// moved on, and an undo gives it back as it was.
  private struct Beside: Hashable {
    let coin: Coin
    let credit: AccountsMerged.Credit
  }

  private var credits: [GrantID: Credit] = [:]
  private var besides: [AccountReference: [GrantID: Beside]] = [:]
  /// The coins that refunds took here from grants that an undo gave back to another account.
  private var lacking: [GrantID: Int64] = [:]

  subscript(_ grant: GrantID) -> Credit? { credits[grant] }

  var grants: Set<GrantID> { Set(credits.keys) }

  /// The grants with coins that were credited here and not all taken back.
  var held: Set<GrantID> { Set(credits.filter { $0.value.amount > $0.value.takenBack }.keys) }

  /// Returns true if the coins were credited here.
  func isCredited(_ grant: GrantID) -> Bool { (credits[grant]?.amount ?? 0) > 0 }

  /// Returns true if a refund took coins here of a grant that another account has since.
  func lacks(_ grant: GrantID) -> Bool { lacking[grant] != nil }

  /// Returns the amount taken back of a grant, if it was computed from the same events as another
  /// amount; nil otherwise.
  func amountTakenBack(contradicting status: GrantStatus) -> Int64? {
    guard let credit = credits[status.grant.id], credit.revision == status.revision,
      credit.takenBack != status.takenBack
    else { return nil }
    return credit.takenBack
  }

  /// Returns the change of what an account lacks of a grant, if this total is taken back from now on. What
  /// other accounts get back changes nothing here.
  func change(
    of grant: GrantID, to total: Int64, _ isOwn: (AccountReference) -> Bool
  ) -> Int64 {
    guard let taken = credits[grant]?.taken else { return total }
    guard total < taken.total else { return total - taken.total }
    return -taken.givenBack(downTo: total).filter { isOwn($0.account) }.reduce(0) { $0 + $1.amount }
  }

  /// Returns true unless the credit or what was taken back of it is known.
  func isNew(_ moved: CoinsMoved) -> Bool {
    switch moved.movement {
    case .credited(let grant, _): !isCredited(grant)
    case .takenBack(let grant, let total, _) where moved.isReturnedElsewhere:
      credits[grant].map { $0.takenBack > total } ?? false
    case .takenBack(let grant, let total, _) where moved.returned != nil:
      lacking[grant].map { $0 > total } ?? true
    case .takenBack(let grant, _, let revision):
      credits[grant].map { $0.revision < revision } ?? (moved.deliveredElsewhere ?? false)
    case .spent, .earned, .reversed, .adjusted, .reserved, .committed, .canceled, .merged: true
    }
  }

  /// - Parameter account: the account of the wallet, whatever name it had when the coins moved.
  mutating func note(_ moved: CoinsMoved, as number: Int, of account: AccountReference) {
    switch moved.movement {
    case .credited(let grant, let amount):
      credits[grant] = Credit(
        coin: moved.coin, amount: amount, taken: credits[grant]?.taken ?? TakenParts(),
        revision: credits[grant]?.revision ?? 0, since: number, number: number)
    case .takenBack(let grant, let total, _) where moved.returned != nil:
      if let returned = moved.returned, moved.isReturnedElsewhere {
        credits[grant]?.taken.giveBack(returned.amount, to: returned.account)
      } else {
        lacking[grant] = total > 0 ? total : nil
      }
    case .takenBack(let grant, let total, let revision):
      var credit =
        credits[grant] ?? Credit(coin: moved.coin, amount: 0, since: number, number: number)
      credit.taken.change(to: total, by: account)
      credit.revision = revision
      credit.number = number
      credits[grant] = credit
    case .spent, .earned, .reversed, .adjusted, .reserved, .committed, .canceled, .merged: break
    }
  }

  /// Returns the credits of a coin as they move to another wallet.
  ///
  /// - Parameters:
  ///   - guest: the account that is merged, or separated.
  ///   - isSettled: returns true for a grant if nothing of it stays taken from another account.
  func moving(
    _ coin: Coin, of guest: AccountReference, where isMoving: (GrantID) -> Bool = { _ in true },
    isSettled: (GrantID) -> Bool = { _ in false }
  ) -> [AccountsMerged.Credit] {
    let beside = (besides[guest] ?? [:]).filter { $0.value.coin == coin && isMoving($0.key) }
    let moved = credits.filter { $0.value.coin == coin && isMoving($0.key) }
      .sorted { ($0.value.since, $0.key) < ($1.value.since, $1.key) }
      .map { grant, credit in
        beside[grant]?.credit ?? credit.moved(grant, of: guest, isSettled: isSettled(grant))
      }
    return moved
      + beside.filter { credits[$0.key] == nil }.sorted { $0.key < $1.key }.map(\.value.credit)
  }

  /// Returns the grants that were credited by an entry after this one.
  func credited(after number: Int) -> Set<GrantID> {
    Set(credits.filter { $0.value.since > number }.keys)
  }

  /// Takes over the credits of a merged account, or takes them back. A grant that moved from that account to this
  /// one before keeps the credit that it has here, and one that moved from here to that account takes its credit.
  mutating func receive(
    _ moved: [AccountsMerged.Credit], of coin: Coin, from guest: AccountReference, as number: Int
  ) {
    for credit in moved {
      let grant = credit.grant
      if let own = credits[grant], own.stays(beside: credit) {
        besides[guest, default: [:]][grant] = Beside(coin: coin, credit: credit)
        continue
      }
      besides[guest]?[grant] = nil
      if let own = credits[grant], let giver = own.giver, giver != guest, own.isTakenBack {
        besides[giver, default: [:]][grant] = Beside(
          coin: coin, credit: own.moved(grant, of: giver, isSettled: false))
      }
      credits[grant] = Credit(
        coin: coin, amount: credit.amount,
        taken: TakenParts(credit.taken ?? [TakenPart(guest, credit.takenBack)]),
        revision: credit.revision, since: number, number: number, giver: guest)
      lacking[grant] = nil
    }
  }

  /// Gives credits to another wallet. What refunds took of them here is still lacking here.
  mutating func give(
    _ moved: [AccountsMerged.Credit], to guest: AccountReference,
    _ isOwn: (AccountReference) -> Bool
  ) {
    for credit in moved {
      if besides[guest]?.removeValue(forKey: credit.grant) != nil { continue }
      credits[credit.grant] = nil
      let lacking = TakenParts(credit.taken ?? []).amount(where: isOwn)
      if lacking > 0 { self.lacking[credit.grant] = lacking }
    }
  }
}

extension WalletCredits.Credit {
  /// True if nothing is left of the coins: refunds took them, or they moved to another account.
  fileprivate var isTakenBack: Bool { amount <= takenBack }

  /// Returns true if this credit has what there is of the grant, and not that of a merged account: it holds coins, or
  /// its revision is as new.
  fileprivate func stays(beside credit: AccountsMerged.Credit) -> Bool {
    credit.amount <= credit.takenBack && (!isTakenBack || revision >= credit.revision)
  }

  /// Returns the credit as it moves with an account.
  ///
  /// - Parameter isSettled: true if nothing of it stays taken from another account.
  fileprivate func moved(
    _ grant: GrantID, of guest: AccountReference, isSettled: Bool
  ) -> AccountsMerged.Credit {
    let isGuests = isSettled || taken.parts.allSatisfy { $0.account == guest }
    return AccountsMerged.Credit(
      grant: grant, amount: amount, takenBack: takenBack, revision: revision,
      taken: isGuests ? nil : taken.parts)
  }
}
