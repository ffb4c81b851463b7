/// The coins of one kind in a wallet: lots that were bought, earned coins, and debts. The balance is
/// `bought + earned - debt`.
///
/// What comes in pays debts first. Parts that were taken go back to the lots from which they came; what a
/// refund took back of a lot meanwhile comes back as earned.
package struct CoinHoldings: Hashable, Sendable {
  /// Coins that are set apart, with the lots from which they were taken.
  private struct Reserved: Hashable {
    let key: WalletRequests.Key
    let expiresAt: Instant?
    let parts: [CoinPart]

    func hasEnded(by moment: Instant) -> Bool { expiresAt.map { $0 <= moment } ?? false }
  }

  /// The lots, the oldest first.
  package private(set) var lots: [BoughtLot] = []
  package private(set) var earned: Int64 = 0
  /// The debts, the oldest first.
  package private(set) var debts: [CoinDebt] = []
  private var reserved: [Reserved] = []
  /// By account, the grants that it brought into a merge and whose present lot is of another account. An undo leaves
  /// that lot in place.
  private var besides: [AccountReference: Set<GrantID>] = [:]
  /// The accounts that brought lots by a merge.
  private var givers: [GrantID: AccountReference] = [:]

  package var bought: Int128 { lots.reduce(0) { $0 + Int128($1.left) } }
  package var debt: Int128 { debts.reduce(0) { $0 + Int128($1.amount) } }

  package func lot(of grant: GrantID) -> BoughtLot? { index(of: grant).map { lots[$0] } }

  /// Returns the coins of a source that are reserved.
  func reserved(from source: CoinSource) -> Int64 {
    reserved.lazy.flatMap(\.parts).filter { $0.source == source }.reduce(0) { $0 + $1.amount }
  }

  /// Everything that a merge moves to another wallet. Reservations do not move.
  var moving: MovedCoins { MovedCoins(lots: lots, earned: earned, debts: debts) }

  /// Adds the coins of a grant.
  mutating func credit(_ grant: GrantID, _ amount: Int64, at moment: Instant) {
    if let index = index(of: grant) {
      lots[index].amount = amount
    } else {
      insert(BoughtLot(grant, amount: amount, since: moment, left: 0))
    }
    add(amount, to: .bought(grant: grant), of: grant)
  }

  /// Adds coins that no purchase brought.
  mutating func earn(_ amount: Int64) { add(amount, to: .earned) }

  /// Takes coins by an order, of the lots the oldest first. Returns the parts in the order in which they
  /// were taken.
  mutating func take(_ amount: Int64, first order: SpendOrder) -> [CoinPart] {
    var (rest, parts) = (amount, [CoinPart]())
    if order == .earned { takeEarned(&rest, &parts) }
    takeLots(&rest, &parts)
    takeEarned(&rest, &parts)
    owe(rest, of: nil, &parts)
    return parts
  }

  /// Gives parts back to where they were taken.
  mutating func giveBack(_ parts: [CoinPart]) {
    for part in parts { giveBack(part.amount, to: part.source) }
  }

  /// Takes the coins of a refund: those that are left of its own lot, then other lots, the oldest first,
  /// then earned coins; the rest is a debt.
  mutating func takeBack(_ amount: Int64, of grant: GrantID, at moment: Instant) {
    if index(of: grant) == nil { insert(BoughtLot(grant, amount: 0, since: moment, left: 0)) }
    var (rest, parts) = (amount, [CoinPart]())
    takeLots(&rest, &parts) { $0 == grant }
    let away = rest
    takeLots(&rest, &parts)
    takeEarned(&rest, &parts)
    owe(rest, of: grant, &parts)
    if let index = index(of: grant) {
      lots[index].refundedAway += away
      lots[index].taken += parts
    }
  }

  /// Gives back what refunds of a grant took, the last part first. What was a debt comes back to the own lot.
  mutating func reverse(_ amount: Int64, of grant: GrantID) {
    var rest = amount
    while rest > 0, let index = index(of: grant), let last = lots[index].taken.last {
      let part = min(rest, last.amount)
      lots[index].taken[lots[index].taken.count - 1].amount -= part
      if part == last.amount { lots[index].taken.removeLast() }
      rest -= part
      let isOwn = last.source == .bought(grant: grant)
      if !isOwn { lots[index].refundedAway -= min(lots[index].refundedAway, part) }
      if isOwn || last.source == .debt {
        add(part, to: .bought(grant: grant), of: grant)
      } else {
        giveBack(part, to: last.source, of: grant)
      }
    }
    guard rest > 0 else { return }
    if let index = index(of: grant) {
      lots[index].refundedAway -= min(lots[index].refundedAway, rest)
    }
    add(rest, to: .bought(grant: grant), of: grant)
  }
}

/// Reservations.
extension CoinHoldings {
  mutating func reserve(_ parts: [CoinPart], under key: WalletRequests.Key, until end: Instant?) {
    reserved.append(Reserved(key: key, expiresAt: end, parts: parts))
  }

  /// Ends a reservation. Returns the parts that it held; nil if it has ended before.
  mutating func endReservation(_ key: WalletRequests.Key) -> [CoinPart]? {
    guard let index = reserved.firstIndex(where: { $0.key == key }) else { return nil }
    return reserved.remove(at: index).parts
  }

  /// Gives back the coins of the reservations that have ended by themselves, in the order of their ends.
  mutating func release(until moment: Instant) {
    guard reserved.contains(where: { $0.hasEnded(by: moment) }) else { return }
    let ended = reserved.enumerated().filter { $0.element.hasEnded(by: moment) }
      .sorted {
        ($0.element.expiresAt ?? moment, $0.offset) < ($1.element.expiresAt ?? moment, $1.offset)
      }
    reserved.removeAll { $0.hasEnded(by: moment) }
    for reservation in ended { giveBack(reservation.element.parts) }
  }
}

/// Merges.
extension CoinHoldings {
  /// Adds coins of another wallet as they are: debts stay beside coins.
  mutating func receive(_ moved: MovedCoins, from account: AccountReference) {
    for lot in moved.lots {
      if let index = index(of: lot.grant) {
        let own = lots[index]
        lots[index].refundedAway += lot.refundedAway
        if lot.left == 0 {
          besides[account, default: []].insert(lot.grant)
          continue
        }
        besides[account]?.remove(lot.grant)
        if own.left == 0, let giver = givers[lot.grant], giver != account {
          besides[giver, default: []].insert(lot.grant)
        }
        lots[index].amount = lot.amount
        lots[index].left += lot.left
        lots[index].taken += lot.taken
      } else {
        insert(lot)
      }
      givers[lot.grant] = account
    }
    earned += moved.earned
    debts += moved.debts
  }

  /// Returns what an undo moves back: the coins as they were at the merge, with those of grants that were
  /// credited here since. What refunds took of a lot and a reversal gave back meanwhile is not taken any more.
  func movingBack(
    _ moved: MovedCoins?, to account: AccountReference, with late: [AccountsMerged.Credit]
  ) -> MovedCoins {
    var back = moved ?? MovedCoins()
    for index in back.lots.indices {
      let grant = back.lots[index].grant
      guard let lot = lot(of: grant) else { continue }
      back.lots[index].refundedAway = min(back.lots[index].refundedAway, lot.refundedAway)
      if besides[account]?.contains(grant) == true { continue }
      back.lots[index].taken = zip(back.lots[index].taken, lot.taken)
        .prefix { $0.source == $1.source }.map { CoinPart($0.source, min($0.amount, $1.amount)) }
    }
    back.lots += late.map { credit in
      BoughtLot(
        credit.grant, amount: credit.amount, since: lot(of: credit.grant)?.since ?? .distantPast,
        left: credit.amount - credit.takenBack)
    }
    return back
  }

  /// Takes out what a merge moves, or what an undo moves back. Coins that are not there any more are taken
  /// as a refund takes them, and what was paid of a debt meanwhile comes back as earned.
  mutating func give(_ moved: MovedCoins, to account: AccountReference) {
    var (lacking, paid, left): ([CoinDebt], Int64, Int64) = ([], 0, 0)
    for lot in moved.lots {
      if besides[account]?.remove(lot.grant) != nil, let index = index(of: lot.grant) {
        lots[index].refundedAway -= min(lots[index].refundedAway, lot.refundedAway)
        // Coins that it did bring went on to the account of the other lot, and are not here any more.
        if lot.left > 0 { lacking.append(CoinDebt(lot.grant, lot.left)) }
        continue
      }
      givers[lot.grant] = nil
      let own = index(of: lot.grant).map { lots.remove(at: $0).left } ?? 0
      if own < lot.left { lacking.append(CoinDebt(lot.grant, lot.left - own)) }
      left += max(0, own - lot.left)
    }
    let part = min(earned, moved.earned)
    earned -= part
    if part < moved.earned { lacking.append(CoinDebt(nil, moved.earned - part)) }
    for debt in moved.debts {
      paid += debt.amount - settle(debt.amount) { $0 == debt.grant }
    }
    earn(paid + left)
    for lack in lacking {
      var (rest, parts) = (lack.amount, [CoinPart]())
      takeLots(&rest, &parts)
      takeEarned(&rest, &parts)
      owe(rest, of: lack.grant, &parts)
    }
  }
}

extension CoinHoldings {
  private func index(of grant: GrantID) -> Int? { lots.firstIndex { $0.grant == grant } }

  private mutating func insert(_ lot: BoughtLot) {
    let place = lots.lastIndex { $0.since <= lot.since }
    lots.insert(lot, at: place.map { $0 + 1 } ?? 0)
  }

  /// Adds coins to their place, after debts are paid: that of a grant first, then the oldest. Coins of a lot
  /// that is not here are earned.
  private mutating func add(_ amount: Int64, to source: CoinSource, of grant: GrantID? = nil) {
    var rest = amount
    if grant != nil { rest -= settle(rest) { $0 == grant } }
    rest -= settle(rest)
    guard rest > 0 else { return }
    if case .bought(let lot) = source, let index = index(of: lot) {
      lots[index].left += rest
    } else {
      earned += rest
    }
  }

  private mutating func giveBack(
    _ amount: Int64, to source: CoinSource, of refunded: GrantID? = nil
  ) {
    guard case .bought(let grant) = source, let index = index(of: grant) else {
      return add(amount, to: .earned, of: refunded)
    }
    let away = min(amount, lots[index].refundedAway)
    lots[index].refundedAway -= away
    add(away, to: .earned, of: refunded ?? grant)
    add(amount - away, to: source, of: refunded ?? grant)
  }

  /// Pays debts, the oldest first. Returns the coins that were paid.
  private mutating func settle(
    _ amount: Int64, where isMeant: (GrantID?) -> Bool = { _ in true }
  ) -> Int64 {
    var rest = amount
    for index in debts.indices where rest > 0 && isMeant(debts[index].grant) {
      let part = min(rest, debts[index].amount)
      debts[index].amount -= part
      rest -= part
    }
    if rest < amount { debts.removeAll { $0.amount == 0 } }
    return amount - rest
  }

  private mutating func takeLots(
    _ rest: inout Int64, _ parts: inout [CoinPart], where isMeant: (GrantID) -> Bool = { _ in true }
  ) {
    for index in lots.indices where rest > 0 && lots[index].left > 0 {
      guard isMeant(lots[index].grant) else { continue }
      let part = min(rest, lots[index].left)
      lots[index].left -= part
      parts.append(CoinPart(.bought(grant: lots[index].grant), part))
      rest -= part
    }
  }

  private mutating func takeEarned(_ rest: inout Int64, _ parts: inout [CoinPart]) {
    let part = min(rest, earned)
    guard part > 0 else { return }
    earned -= part
    parts.append(CoinPart(.earned, part))
    rest -= part
  }

  private mutating func owe(_ amount: Int64, of grant: GrantID?, _ parts: inout [CoinPart]) {
    guard amount > 0 else { return }
    if let last = debts.indices.last, debts[last].grant == grant {
      debts[last].amount += amount
    } else {
      debts.append(CoinDebt(grant, amount))
    }
    parts.append(CoinPart(.debt, amount))
  }
}
