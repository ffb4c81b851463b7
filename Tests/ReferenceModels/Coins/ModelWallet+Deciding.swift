import Ledger

extension ModelWallet {
  func decide(_ command: WalletCommand, at moment: Instant) -> WalletDecision {
    if rules.keepsKeys, let key = command.key,
      let known = entries.first(where: { $0.moved.key == key })
    {
      return isSame(known.moved, command) ? .repeated(known) : .conflict(known)
    }
    switch command.action {
    case .spend(let coin, let amount):
      return take(amount, .spent(amount: amount), of: coin, for: command, at: moment)
    case .reserve(let coin, let amount):
      return take(amount, .reserved(amount: amount), of: coin, for: command, at: moment)
    case .commit(let key):
      return settle(key, for: command, at: moment) { .committed(reservation: key, amount: $0) }
    case .cancel(let key):
      return settle(key, for: command, at: moment) { .canceled(reservation: key, amount: $0) }
    case .adjust(let coin, let amount, let reason, let author):
      return adjust(coin, by: amount, reason, author, for: command, at: moment)
    case .credit(let coin, let amount, let source):
      return credit(coin, amount, source, for: command, at: moment)
    case .reverse(let entry): return reverse(entry, for: command, at: moment)
    }
  }

  /// Decides the credit first, then each change of the part taken back. A reading of the chain that
  /// is not later than the one before says nothing new.
  func decide(on status: GrantStatus, at moment: Instant) -> WalletDecision {
    let grant = status.grant
    guard status.account == account, grant.chain.bundleID == bundleID,
      grant.chain.environment == environment
    else { return .rejected(.grantOfAnotherWallet) }
    if grant.deliveredBefore != nil { return decide(onDeliveredElsewhere: status, at: moment) }
    guard entries.contains(where: { isCredit($0, of: grant.id) }),
      let credit = entries.last(where: { speaks($0, of: grant.id) })
    else {
      return book(.credited(grant: grant.id, amount: grant.amount), of: grant.coin, at: moment)
    }
    let known = Self.takenBack(grant.id, in: entries)
    guard known.total != status.takenBack, known.revision < status.revision else {
      return .repeated(credit)
    }
    return book(
      .takenBack(grant: grant.id, total: status.takenBack, revision: status.revision),
      of: grant.coin, at: moment)
  }

  /// Decides on coins that were never credited: only what is taken back moves.
  private func decide(onDeliveredElsewhere status: GrantStatus, at moment: Instant)
    -> WalletDecision
  {
    let grant = status.grant
    let known = Self.takenBack(grant.id, in: entries)
    if let last = entries.last(where: { speaks($0, of: grant.id) }),
      known.total == status.takenBack || status.revision <= known.revision
    {
      return .repeated(last)
    }
    return book(
      .takenBack(grant: grant.id, total: status.takenBack, revision: status.revision),
      of: grant.coin, isElsewhere: true, at: moment)
  }

  private func isCredit(_ entry: WalletEntry, of grant: GrantID) -> Bool {
    if case .credited(grant, _) = entry.moved.movement { true } else { false }
  }

  private func speaks(_ entry: WalletEntry, of grant: GrantID) -> Bool {
    switch entry.moved.movement {
    case .credited(grant, _), .takenBack(grant, _, _): true
    case .credited, .takenBack, .spent, .earned, .reversed, .adjusted, .reserved, .committed,
      .canceled, .merged:
      false
    }
  }

  private func isSame(_ moved: CoinsMoved, _ command: WalletCommand) -> Bool {
    guard moved.reference == command.reference else { return false }
    switch (moved.movement, command.action) {
    case (.spent(let amount), .spend(let coin, let asked)),
      (.reserved(let amount), .reserve(let coin, let asked)):
      return moved.coin == coin && amount == asked
    case (.earned(let amount, let source), .credit(let coin, let asked, let askedSource)):
      return moved.coin == coin && amount == asked && source == askedSource
    case (.reversed(let entry, _, _), .reverse(let asked)): return entry == asked
    case (
      .adjusted(let amount, let reason, let author),
      .adjust(let coin, let asked, let askedReason, let askedAuthor)
    ):
      return moved.coin == coin && amount == asked && reason == askedReason
        && author == askedAuthor
    default: return false
    }
  }
}

extension ModelWallet {
  private func take(
    _ amount: Int64, _ movement: CoinMovement, of coin: Coin, for command: WalletCommand,
    at moment: Instant
  ) -> WalletDecision {
    guard amount > 0 else { return .rejected(.amountNotPositive) }
    guard Int128(amount) <= Self.most else { return .rejected(.amountOutOfBounds) }
    let available = Int64(Self.sum(of: .available, in: coin, over: entries))
    guard amount <= available else { return .rejected(.insufficientCoins(balance: available)) }
    return book(movement, of: coin, for: command, at: moment)
  }

  private func settle(
    _ key: IdempotencyKey, for command: WalletCommand, at moment: Instant,
    as movement: (Int64) -> CoinMovement
  ) -> WalletDecision {
    for entry in entries {
      switch (entry.moved.movement, command.action) {
      case (.committed(key, _), .commit), (.canceled(key, _), .cancel): return .repeated(entry)
      case (.committed(key, _), _), (.canceled(key, _), _):
        return .rejected(.reservationSettled(entry))
      default: continue
      }
    }
    for entry in entries where entry.moved.key == key {
      guard case .reserved(let amount) = entry.moved.movement else { continue }
      return book(movement(amount), of: entry.moved.coin, for: command, at: moment)
    }
    return .rejected(.reservationUnknown)
  }

  private func adjust(
    _ coin: Coin, by amount: Int64, _ reason: String, _ author: String,
    for command: WalletCommand, at moment: Instant
  ) -> WalletDecision {
    guard amount != 0 else { return .rejected(.amountNotPositive) }
    guard Int128(amount) <= Self.most, Int128(amount) >= -Self.most else {
      return .rejected(.amountOutOfBounds)
    }
    guard !reason.isEmpty, !author.isEmpty else { return .rejected(.reasonMissing) }
    let available = Int64(Self.sum(of: .available, in: coin, over: entries))
    if amount < 0, Int128(available) + Int128(amount) < 0 {
      return .rejected(.insufficientCoins(balance: available))
    }
    let movement = CoinMovement.adjusted(amount: amount, reason: reason, author: author)
    return book(movement, of: coin, for: command, at: moment)
  }

  /// Decides on coins that the game gives: as many at once as the catalog allows.
  private func credit(
    _ coin: Coin, _ amount: Int64, _ source: String, for command: WalletCommand,
    at moment: Instant
  ) -> WalletDecision {
    guard amount > 0 else { return .rejected(.amountNotPositive) }
    guard Int128(amount) <= Self.most else { return .rejected(.amountOutOfBounds) }
    guard let most = command.rules.creditMax else { return .rejected(.creditNotAllowed) }
    guard amount <= most else { return .rejected(.creditTooLarge(max: most)) }
    return book(.earned(amount: amount, source: source), of: coin, for: command, at: moment)
  }

  /// Decides to take one spend or committed reservation back whole, once.
  private func reverse(
    _ id: WalletEntryID, for command: WalletCommand, at moment: Instant
  ) -> WalletDecision {
    for entry in entries {
      if case .reversed(id, _, _) = entry.moved.movement {
        return .rejected(.alreadyReversed(entry))
      }
    }
    guard let entry = entries.first(where: { $0.moved.entryID == id }) else {
      return .rejected(.entryUnknown)
    }
    switch entry.moved.movement {
    case .spent(let amount), .committed(_, let amount):
      return book(
        .reversed(entry: id, amount: amount, parts: parts(spentBy: id) ?? []),
        of: entry.moved.coin, for: command, at: moment)
    default: return .rejected(.entryNotSpent)
    }
  }

  /// Accepts a movement, or rejects it if it would leave more coins than a wallet may have.
  private func book(
    _ movement: CoinMovement, of coin: Coin, for command: WalletCommand? = nil,
    isElsewhere: Bool = false, at moment: Instant
  ) -> WalletDecision {
    let takes =
      switch movement {
      case .spent, .reserved: true
      case .adjusted(let amount, _, _): amount < 0
      default: false
      }
    let moved = CoinsMoved(
      environment: environment, bundleID: bundleID, account: account, coin: coin,
      movement: movement, key: command?.key, reference: command?.reference,
      deliveredElsewhere: isElsewhere ? true : nil,
      spendFirst: takes && command?.rules.spendFirst == .bought ? .bought : nil, movedAt: moment)
    let mine = entry(of: moved, after: entries).postings.filter {
      $0.account == .available || $0.account == .reserved
    }
    let change = mine.reduce(Int128(0)) { $0 + Int128($1.amount) }
    let before = [CoinAccount.available, .reserved].reduce(Int128(0)) {
      $0 + Self.sum(of: $1, in: coin, over: entries)
    }
    let fits = change <= 0 || before + change <= Self.most
    return fits ? .accepted(moved) : .rejected(.amountOutOfBounds)
  }
}
