/// The rule by which a wallet decides on a request, by its entries so far.
struct WalletRequestRule {
  private let wallet: Wallet

  init(_ wallet: Wallet) {
    self.wallet = wallet
  }

  func decide(_ command: WalletCommand, at moment: Instant) -> WalletDecision {
    if let key = command.requestKey, wallet.requests.isClosed(key) {
      return .rejected(.keyUsedBeforeErasure)
    }
    let known = command.requestKey.flatMap(wallet.requests.number).map(wallet.entry(numbered:))
    if let entry = command.reversedEntry {
      return decide(reversing: entry, command, known: known, at: moment)
    }
    guard let moved = movement(for: command, at: moment) else {
      return .rejected(.reservationUnknown)
    }
    if let known { return known.moved.isSame(as: moved) ? .repeated(known) : .conflict(known) }
    if let end = end(ofReservationOf: moved), end.moved.movement == moved.movement {
      return .repeated(end)
    }
    return rejection(of: moved, by: command.rules).map(WalletDecision.rejected) ?? .accepted(moved)
  }

  /// Decides to take a spend back, once, whatever key asks.
  private func decide(
    reversing entry: WalletEntryID, _ command: WalletCommand, known: WalletEntry?,
    at moment: Instant
  ) -> WalletDecision {
    if let known {
      guard case .reversed(entry, _, _) = known.moved.movement,
        known.moved.reference == command.reference
      else { return .conflict(known) }
      return .repeated(known)
    }
    if let number = wallet.requests.reversal(of: entry) {
      return .rejected(.alreadyReversed(wallet.entry(numbered: number)))
    }
    switch command.spend.map(SpendLookup.spent) ?? wallet.spend(of: entry) {
    case .unknown: return .rejected(.entryUnknown)
    case .notSpent: return .rejected(.entryNotSpent)
    case .spent(let spend):
      let moved = moved(
        .reversed(entry: entry, amount: spend.amount, parts: spend.parts), of: spend.coin,
        for: command, at: moment)
      return overflow(of: moved).map(WalletDecision.rejected) ?? .accepted(moved)
    }
  }

  /// Returns the movement of a request; nil if its reservation does not exist.
  private func movement(for command: WalletCommand, at moment: Instant) -> CoinsMoved? {
    let (coin, movement): (Coin, CoinMovement)
    switch command.action {
    case .spend(let name, let amount): (coin, movement) = (name, .spent(amount: amount))
    case .reserve(let name, let amount): (coin, movement) = (name, .reserved(amount: amount))
    case .adjust(let name, let amount, let reason, let author):
      (coin, movement) = (name, .adjusted(amount: amount, reason: reason, author: author))
    case .credit(let name, let amount, let source):
      (coin, movement) = (name, .earned(amount: amount, source: source))
    case .reverse: return nil
    case .commit(let key):
      guard let set = reservation(of: command) else { return nil }
      (coin, movement) = (set.coin, .committed(reservation: key, amount: set.amount))
    case .cancel(let key):
      guard let set = reservation(of: command) else { return nil }
      (coin, movement) = (set.coin, .canceled(reservation: key, amount: set.amount))
    }
    return moved(movement, of: coin, for: command, at: moment)
  }

  private func moved(
    _ movement: CoinMovement, of coin: Coin, for command: WalletCommand, at moment: Instant
  ) -> CoinsMoved {
    CoinsMoved(
      environment: wallet.environment, bundleID: wallet.bundleID, account: wallet.account,
      coin: coin, movement: movement, key: command.key, requestedBy: command.requestedBy,
      reference: command.reference, apiKey: command.apiKey,
      secondPerson: command.secondPerson,
      expiresAt: command.expiresIn.map { moment + $0 },
      spendFirst: movement.takesByOrder && command.rules.spendFirst == .bought ? .bought : nil,
      movedAt: moment)
  }

  private func reservation(of command: WalletCommand) -> WalletRequests.Reservation? {
    command.reservationKey.flatMap(wallet.requests.reservation)
  }

  private func rejection(of moved: CoinsMoved, by rules: CoinRules) -> WalletRejection? {
    switch moved.movement {
    case .credited, .takenBack, .merged, .reversed: overflow(of: moved)
    case .earned(let amount, _):
      if amount <= 0 {
        .amountNotPositive
      } else if !Coin.admits(amount) {
        .amountOutOfBounds
      } else if let max = rules.creditMax {
        amount > max ? .creditTooLarge(max: max) : overflow(of: moved)
      } else {
        .creditNotAllowed
      }
    case .spent(let amount), .reserved(let amount):
      if amount <= 0 {
        .amountNotPositive
      } else if !Coin.admits(amount) {
        .amountOutOfBounds
      } else {
        shortage(of: moved) ?? overflow(of: moved)
      }
    case .adjusted(let amount, let reason, let author):
      if amount == 0 {
        .amountNotPositive
      } else if !Coin.admits(amount) {
        .amountOutOfBounds
      } else if reason.isEmpty || author.isEmpty {
        .reasonMissing
      } else {
        shortage(of: moved) ?? overflow(of: moved)
      }
    case .committed where reservation(endedBy: moved)?.hasExpired(at: moved.movedAt) == true:
      .reservationExpired
    case .committed, .canceled:
      end(ofReservationOf: moved).map(WalletRejection.reservationSettled) ?? overflow(of: moved)
    }
  }

  /// Returns a rejection if the movement takes more than is available. Only a refund makes debt.
  private func shortage(of moved: CoinsMoved) -> WalletRejection? {
    let balance = wallet.available(moved.coin, at: moved.movedAt)
    let change = wallet.postings(of: moved).change
    guard change < 0 else { return nil }
    let (rest, overflow) = balance.addingReportingOverflow(change)
    return overflow || rest < 0 ? .insufficientCoins(balance: balance) : nil
  }

  private func reservation(endedBy moved: CoinsMoved) -> WalletRequests.Reservation? {
    moved.reservationKey.flatMap(wallet.requests.reservation)
  }

  /// Returns the entry that committed or canceled the reservation of a movement; nil if none did.
  private func end(ofReservationOf moved: CoinsMoved) -> WalletEntry? {
    reservation(endedBy: moved)?.settledBy.map(wallet.entry(numbered:))
  }

  private func overflow(of moved: CoinsMoved) -> WalletRejection? {
    wallet.canBook(moved) ? nil : .amountOutOfBounds
  }
}

extension CoinMovement {
  /// True for a movement that takes coins by the order of the catalog.
  fileprivate var takesByOrder: Bool {
    switch self {
    case .spent, .reserved: true
    case .adjusted(let amount, _, _): amount < 0
    case .credited, .takenBack, .earned, .reversed, .committed, .canceled, .merged: false
    }
  }
}

extension CoinsMoved {
  /// Returns true if both requests ask for the same, at any time.
  fileprivate func isSame(as other: CoinsMoved) -> Bool {
    coin == other.coin && movement == other.movement && reference == other.reference
      && expiresAt.map { $0 - movedAt } == other.expiresAt.map { $0 - other.movedAt }
  }
}
