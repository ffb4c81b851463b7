import Ledger

/// A wallet of one account and coin, by the contract's "Bought and earned": lots, earned coins, and what is owed.
struct CoinPurse {
  typealias Part = CoinLot.Share

  /// The lots, the oldest first.
  private(set) var lots: [CoinLot] = []
  private(set) var earned: Int128 = 0
  /// What is owed, the oldest first.
  private(set) var loans: [CoinLoan] = []
  private(set) var reservations: [CoinReservation] = []
  /// The total taken back of each grant so far.
  var takenBack: [GrantID: Int64] = [:]
  /// The position in the chain's lane for each total.
  var revisions: [GrantID: Int64] = [:]
  private let mutation: DebtMutation?

  init(_ mutation: DebtMutation?) {
    self.mutation = mutation
  }

  /// The coins that can be spent; less than nothing for a debt.
  var available: Int128 {
    lots.reduce(earned) { $0 + $1.left } - loans.reduce(0) { $0 + $1.amount }
  }

  /// Adds the coins of a purchase: what comes in fills debt first.
  mutating func buy(_ amount: Int128, _ lot: CoinLot) {
    if place(of: lot.grant) == nil { insert(lot) }
    put(repaying(amount, lot.grant), in: .lot(lot.grant))
  }

  mutating func earn(_ amount: Int128) { put(repaying(amount, nil), in: .earned) }

  /// Takes coins, bought or earned ones first, the oldest lots first.
  mutating func take(_ amount: Int128, boughtFirst: Bool) -> [Part] {
    var parts: [Part] = []
    if !boughtFirst { parts += takeEarned(amount) }
    parts += takeLots(amount - sum(parts))
    if boughtFirst { parts += takeEarned(amount - sum(parts)) }
    return parts
  }

  /// Gives coins back to the same lots; what of a lot was refunded meanwhile comes back as earned.
  mutating func restore(_ parts: [Part]) {
    for part in parts { restore(part.amount, to: part.place, repayingFirst: nil) }
  }

  /// Takes a refund: the lot's own unspent coins, other lots the oldest first, earned coins; the rest is owed.
  mutating func refund(_ amount: Int128, _ lot: CoinLot) {
    if place(of: lot.grant) == nil { insert(lot) }
    var parts: [Part] = []
    if mutation != .takesBackOldest { parts += takeLots(amount, of: lot.grant) }
    let meanwhile = amount - sum(parts)
    parts += takeLots(amount - sum(parts))
    parts += takeEarned(amount - sum(parts))
    let missing = amount - sum(parts)
    if missing > 0 {
      loans.append(CoinLoan(grant: lot.grant, product: lot.product, amount: missing))
      parts.append(Part(place: .missing, amount: missing))
    }
    guard let own = place(of: lot.grant) else { return }
    lots[own].refundedMeanwhile += meanwhile
    lots[own].refunds += parts
  }

  /// Takes a refund back: what it took last comes back first.
  mutating func reverseRefund(_ amount: Int128, of grant: GrantID) {
    var rest = amount
    while rest > 0 {
      let last = place(of: grant).flatMap { lots[$0].refunds.popLast() }
      let part = min(rest, last?.amount ?? rest)
      if let last, last.amount > part, let own = place(of: grant) {
        lots[own].refunds.append(Part(place: last.place, amount: last.amount - part))
      }
      rest -= part
      let from = last?.place ?? .missing
      if let own = place(of: grant), from != .lot(grant) {
        lots[own].refundedMeanwhile = max(0, lots[own].refundedMeanwhile - part)
      }
      switch from {
      case .lot(grant), .missing: put(repaying(part, grant), in: .lot(grant))
      case .lot, .earned: restore(part, to: from, repayingFirst: grant)
      }
    }
  }
}

/// Reservations.
extension CoinPurse {
  mutating func reserve(
    _ amount: Int128, under key: IdempotencyKey, until moment: Instant?, boughtFirst: Bool
  ) {
    reservations.append(
      CoinReservation(
        key: key, expiresAt: moment, parts: take(amount, boughtFirst: boughtFirst)))
  }

  /// Ends a reservation and returns the coins that it held.
  mutating func end(_ key: IdempotencyKey) -> [Part] {
    guard let index = reservations.firstIndex(where: { $0.key == key }) else { return [] }
    return reservations.remove(at: index).parts
  }

  /// Gives the coins of all reservations back that end by a moment, the earliest end first.
  mutating func expire(by moment: Instant) {
    guard mutation != .reservationsNeverEnd else { return }
    while let next = nextEnd(by: moment) { restore(end(next)) }
  }

  private func nextEnd(by moment: Instant) -> IdempotencyKey? {
    var next: (key: IdempotencyKey, end: Instant)?
    for reservation in reservations {
      guard let end = reservation.expiresAt, end <= moment else { continue }
      if next.map({ end < $0.end }) ?? true { next = (reservation.key, end) }
    }
    return next?.key
  }
}

/// Merges.
extension CoinPurse {
  /// The coins that a merge moves, as they are.
  struct Contents {
    var lots: [CoinLot] = []
    var earned: Int128 = 0
    var loans: [CoinLoan] = []
  }

  /// Takes everything out, as it stands.
  mutating func empty() -> Contents {
    defer { (lots, earned, loans) = ([], 0, []) }
    return Contents(lots: lots, earned: earned, loans: loans)
  }

  /// Adds the coins of a merge. Returns the grants that came without coins, beside an own lot.
  mutating func receive(_ contents: Contents) -> Set<GrantID> {
    var besides: Set<GrantID> = []
    for lot in contents.lots {
      guard let own = place(of: lot.grant) else {
        insert(lot)
        continue
      }
      lots[own].refundedMeanwhile += lot.refundedMeanwhile
      if lot.left == 0 {
        besides.insert(lot.grant)
      } else {
        lots[own].left += lot.left
        lots[own].refunds += lot.refunds
      }
    }
    earned += contents.earned
    loans += contents.loans
    return besides
  }

  /// Gives back what a merge brought; what is not there any more is taken as a refund is. Returns the coins with
  /// what is left of the refunds that they had suffered.
  mutating func giveBack(_ contents: Contents, besides: Set<GrantID>) -> Contents {
    var (back, missing, surplus) = (contents, [CoinLoan](), Int128(0))
    for index in back.lots.indices {
      let moved = back.lots[index]
      if besides.contains(moved.grant), let own = place(of: moved.grant) {
        let meanwhile = min(moved.refundedMeanwhile, lots[own].refundedMeanwhile)
        back.lots[index].refundedMeanwhile = meanwhile
        lots[own].refundedMeanwhile -= meanwhile
        if moved.left > 0 {
          missing.append(
            CoinLoan(grant: moved.grant, product: moved.product, amount: moved.left))
        }
        continue
      }
      let own = place(of: moved.grant).map { lots.remove(at: $0) }
      if let own {
        back.lots[index].refundedMeanwhile = min(moved.refundedMeanwhile, own.refundedMeanwhile)
        back.lots[index].refunds = Self.common(moved.refunds, own.refunds)
      }
      let found = own?.left ?? 0
      surplus += max(0, found - moved.left)
      if found < moved.left {
        missing.append(
          CoinLoan(grant: moved.grant, product: moved.product, amount: moved.left - found))
      }
    }
    let gone = max(0, contents.earned - earned)
    earned = max(0, earned - contents.earned)
    if gone > 0 { missing.append(CoinLoan(grant: nil, product: "", amount: gone)) }
    for loan in contents.loans {
      surplus += repaying(loan.amount, only: { $0.grant == loan.grant })
    }
    earn(surplus)
    for lack in missing {
      var rest = lack.amount
      rest -= sum(takeLots(rest))
      rest -= sum(takeEarned(rest))
      if rest > 0 { loans.append(CoinLoan(grant: lack.grant, product: lack.product, amount: rest)) }
    }
    return back
  }

  private static func common(_ first: [Part], _ second: [Part]) -> [Part] {
    var parts: [Part] = []
    for (left, right) in zip(first, second) {
      guard left.place == right.place else { break }
      parts.append(Part(place: left.place, amount: min(left.amount, right.amount)))
    }
    return parts
  }
}

extension CoinPurse {
  private func sum(_ parts: [Part]) -> Int128 { parts.reduce(0) { $0 + $1.amount } }

  private func place(of grant: GrantID) -> Int? { lots.firstIndex { $0.grant == grant } }

  private mutating func insert(_ lot: CoinLot) {
    let later = lots.firstIndex { $0.since > lot.since } ?? lots.count
    lots.insert(lot, at: later)
  }

  private mutating func put(_ amount: Int128, in place: CoinLot.Place) {
    if case .lot(let grant) = place, let own = self.place(of: grant) {
      lots[own].left += amount
    } else {
      earned += amount
    }
  }

  private mutating func restore(
    _ amount: Int128, to place: CoinLot.Place, repayingFirst refunded: GrantID?
  ) {
    guard case .lot(let grant) = place, let own = self.place(of: grant) else {
      return put(repaying(amount, refunded), in: .earned)
    }
    let meanwhile = min(amount, lots[own].refundedMeanwhile)
    lots[own].refundedMeanwhile -= meanwhile
    put(repaying(meanwhile, refunded ?? grant), in: .earned)
    put(repaying(amount - meanwhile, refunded ?? grant), in: place)
  }

  /// Pays what is owed: of a grant first, then the oldest. Returns the coins that are left.
  private mutating func repaying(_ amount: Int128, _ grant: GrantID?) -> Int128 {
    let rest = grant == nil ? amount : repaying(amount, only: { $0.grant == grant })
    return repaying(rest, only: { _ in true })
  }

  private mutating func repaying(_ amount: Int128, only isMeant: (CoinLoan) -> Bool) -> Int128 {
    var rest = amount
    for index in loans.indices where isMeant(loans[index]) {
      let part = min(rest, loans[index].amount)
      loans[index].amount -= part
      rest -= part
    }
    loans.removeAll { $0.amount == 0 }
    return rest
  }

  private mutating func takeLots(_ amount: Int128, of grant: GrantID? = nil) -> [Part] {
    let order = mutation == .spendsNewestFirst ? lots.indices.reversed() : Array(lots.indices)
    var (rest, parts) = (amount, [Part]())
    for index in order where grant == nil || lots[index].grant == grant {
      let part = min(rest, lots[index].left)
      guard part > 0 else { continue }
      lots[index].left -= part
      parts.append(Part(place: .lot(lots[index].grant), amount: part))
      rest -= part
    }
    return parts
  }

  private mutating func takeEarned(_ amount: Int128) -> [Part] {
    let part = min(amount, earned)
    guard part > 0 else { return [] }
    earned -= part
    return [Part(place: .earned, amount: part)]
  }
}
