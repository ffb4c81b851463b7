/// A merge of an account into another one, or its undo, decided on both wallets at once.
package struct AccountMerge: Sendable {
  private let from: WalletBook
  private let into: WalletBook

  package init(of from: WalletBook, into: WalletBook) {
    self.from = from
    self.into = into
  }

  private var guest: AccountReference { from.wallet.account }
  private var target: AccountReference { into.wallet.account }

  /// Decides to merge. The caller must append both copies of an accepted merge before another
  /// decision on either account.
  ///
  /// - Parameter guestsMax: the largest number of accounts that may be merged into one.
  package func decide(
    mergingUnder key: IdempotencyKey, guestsMax: Int, author: String? = nil,
    reason: String? = nil, at moment: Instant
  ) -> MergeDecision {
    if guest == target { return .rejected(.sameAccount) }
    if let made = into.wallet.merge(under: key) {
      return made.from == guest ? .repeated(made) : .rejected(.keyReused)
    }
    if from.mergedInto == target, let standing = into.wallet.merge(of: guest) {
      return .repeated(standing)
    }
    if from.mergedInto != nil || into.mergedInto != nil { return .rejected(.alreadyMerged) }
    if !from.guests.isEmpty { return .rejected(.isTarget) }
    if into.guests.count >= guestsMax { return .rejected(.tooManyGuests(max: guestsMax)) }
    if from.wallet.requests.hasOpenReservation(of: nil, at: moment) {
      return .rejected(.openReservations)
    }
    let twice = from.wallet.credits.held.intersection(into.wallet.credits.held)
    guard twice.isEmpty else { return .unsettled(twice) }
    var holdings = WalletHoldings(of: from.wallet.entries)
    holdings.release(until: moment)
    let merge = merged(
      from.wallet.balances(at: moment).map { balance in
        AccountsMerged.Balance(
          coin: balance.coin, amount: balance.available,
          credits: from.wallet.credits.moving(balance.coin, of: guest),
          coins: holdings[balance.coin].moving)
      }, names: from.wallet.names.sorted(), isUndone: false, key: key, author: author,
      reason: reason, at: moment)
    return accepted(merge)
  }

  /// Decides to undo a merge. Moves back what the merge moved, and the credits of those grants that
  /// were made for `from` before the merge and credited after it. What refunds took from the target
  /// meanwhile stays taken there, until they are reversed.
  ///
  /// - Parameters:
  ///   - late: the grants of `from` among the examined ones.
  ///   - examined: the grants credited since the merge whose account the caller has looked up.
  package func decide(
    undoingBy author: String, reason: String, late: Set<GrantID>, examined: Set<GrantID>,
    at moment: Instant
  ) -> MergeDecision {
    guard !author.isEmpty, !reason.isEmpty else { return .rejected(.reasonMissing) }
    guard from.mergedInto == target, into.guests.contains(guest),
      let standing = into.wallet.merge(of: guest)
    else { return .rejected(.notMerged) }
    if into.wallet.requests.hasOpenReservation(of: guest, at: moment) {
      return .rejected(.openReservations)
    }
    let unexamined = creditedMeanwhile(standing).subtracting(examined)
    guard unexamined.isEmpty else { return .unexamined(unexamined) }
    let merge = merged(
      balances(undoing: standing, late: late), names: standing.names, isUndone: true,
      author: author, reason: reason, at: moment)
    return accepted(merge)
  }

  /// The grants that were credited to the target since the merge.
  private func creditedMeanwhile(_ standing: AccountsMerged) -> Set<GrantID> {
    let entry = into.wallet.entries.last { entry in
      guard case .merged(_, guest, _) = entry.moved.movement else { return false }
      return entry.moved.movedAt == standing.decidedAt
    }
    return into.wallet.credits.credited(after: entry?.number ?? 0)
      .subtracting(standing.balances.flatMap { $0.credits.map(\.grant) })
  }

  private func balances(
    undoing standing: AccountsMerged, late: Set<GrantID>
  ) -> [AccountsMerged.Balance] {
    let moved = Dictionary(
      standing.balances.map { ($0.coin, $0) }, uniquingKeysWith: { first, _ in first })
    let coins = Set(moved.keys).union(late.compactMap { into.wallet.credits[$0]?.coin })
    let holdings = WalletHoldings(of: into.wallet.entries)
    return coins.sorted().map { coin in
      let earlier = Set(moved[coin]?.credits.map(\.grant) ?? [])
      // The amount of a late grant is what is left of it, so that all of its refunds are the guest's.
      let credits = into.wallet.credits.moving(
        coin, of: guest, where: { earlier.contains($0) || late.contains($0) },
        isSettled: { !earlier.contains($0) })
      let added = credits.filter { !earlier.contains($0.grant) }
        .reduce(0) { $0 + $1.amount - $1.takenBack }
      return AccountsMerged.Balance(
        coin: coin, amount: (moved[coin]?.amount ?? 0) + added, credits: credits,
        coins: holdings[coin].movingBack(
          moved[coin].map { $0.coins ?? MovedCoins(of: $0.amount) }, to: guest,
          with: credits.filter { !earlier.contains($0.grant) }))
    }
  }

  private func merged(
    _ balances: [AccountsMerged.Balance], names: [AccountReference], isUndone: Bool,
    key: IdempotencyKey? = nil, author: String? = nil, reason: String? = nil, at moment: Instant
  ) -> AccountsMerged {
    AccountsMerged(
      environment: into.wallet.environment, bundleID: into.wallet.bundleID, account: target,
      from: guest, into: target, isUndone: isUndone, generation: into.generation,
      number: from.nextMerge, balances: balances, names: names, key: key, author: author,
      reason: reason, decidedAt: moment)
  }

  private func accepted(_ merge: AccountsMerged) -> MergeDecision {
    let copy = merge.copy(for: guest, generation: from.generation)
    for (wallet, merge) in [(from.wallet, copy), (into.wallet, merge)] {
      for balance in merge.balances {
        let moved = merge.movement(of: balance, in: wallet.account)
        if !wallet.canBook(moved) { return .rejected(.amountOutOfBounds) }
      }
    }
    return .accepted(from: copy, into: merge)
  }
}

/// The decision on a merge or its undo.
package enum MergeDecision: Hashable, Sendable {
  /// The copies to append to the streams of both accounts.
  case accepted(from: AccountsMerged, into: AccountsMerged)
  /// The merge was made before: under the same key, or it stands.
  case repeated(AccountsMerged)
  /// The accounts of these grants must be looked up before the decision.
  case unexamined(Set<GrantID>)
  /// The coins of these grants move from one of the accounts to the other just now: both wallets have them until
  /// the first one has followed.
  case unsettled(Set<GrantID>)
  case rejected(MergeRejection)
}

/// The reason for which accounts were not merged, or a merge was not undone.
package enum MergeRejection: Error, Hashable, Sendable {
  case sameAccount
  /// No write ever named `from` in these environments, or it was erased.
  case unknownAccount([StoreEnvironment])
  /// One of the accounts is merged into another one.
  case alreadyMerged
  /// Other accounts are merged into `from`.
  case isTarget
  case tooManyGuests(max: Int)
  /// Reservations of `from` are neither committed nor canceled.
  case openReservations
  /// The coins of a purchase are on their way from one of the accounts to the other.
  case unsettled
  /// A wallet would have more coins than it may.
  case amountOutOfBounds
  /// The key was used for a merge of another account into the same one.
  case keyReused
  /// No such merge stands, because it was undone, or an account was erased.
  case notMerged
  /// The undo lacks an author or a reason.
  case reasonMissing
}
