import EventStore
package import Ledger

/// The decisions on wallets.
package struct WalletDecisions: Sendable {
  private let recorder: EventRecorder
  private let names: NameDecisions
  private let wallets: Wallets
  private let sharedState: SharedStateCache
  private let storedNames: StoredNames

  init(
    recorder: EventRecorder, names: NameDecisions, wallets: Wallets,
    sharedState: SharedStateCache, storedNames: StoredNames
  ) {
    self.recorder = recorder
    self.names = names
    self.wallets = wallets
    self.sharedState = sharedState
    self.storedNames = storedNames
  }

  /// Executes a command on an account's wallet, once per key. For an alias or a merged account,
  /// executes the command on the account that answers for it. Makes a new name known before. Returns after the
  /// commit.
  package func ask(
    _ command: WalletCommand, of account: AccountID, in bundleID: BundleID,
    environment: StoreEnvironment, within reach: KeyReach
  ) async throws -> AnsweredCommand {
    let request = WalletRequest(
      AccountName(environment, bundleID, account), in: bundleID, environment: environment, command)
    return try await Rejection.translatingFailure {
      do {
        return try await ask(request.naming(by: storedNames), within: reach)
      } catch EventLogError.forgotten {
        // Another account may answer for the name by the database that took the other's place.
        return try await ask(request, within: reach)
      }
    }
  }

  /// Makes a wallet follow grants. Returns those that it could not follow.
  func follow(
    _ statuses: [GrantStatus], for account: AccountReference, in bundleID: BundleID,
    environment: StoreEnvironment
  ) async throws -> [UnfollowedGrant] {
    try await follow(
      GrantFollowing(
        account: account, bundleID: bundleID, environment: environment, statuses: statuses))
  }

  private func follow(_ rule: GrantFollowing) async throws -> [UnfollowedGrant] {
    if rule.isDone(on: try await recorder.log.state(of: rule, in: wallets.folds).state) {
      return []
    }
    let (account, bundleID, environment) = (rule.account, rule.bundleID, rule.environment)
    switch try await decideUnpaused(rule) {
    case .decided(let unfollowed, let owing):
      return try await unfollowed + giveBack(owing, heldBy: rule, of: account)
    case .formerly(let targets, let nextMerge):
      var open: [GrantStatus] = []
      for status in rule.statuses where try await wallets.keeper(of: status, among: targets) == nil
      {
        open.append(status)
      }
      return try await follow(rule.searched(leaving: open, until: nextMerge))
    case .alias(let other, let statuses):
      return try await follow(statuses, for: other, in: bundleID, environment: environment)
    case .merged(let merge, let statuses):
      let passed = rule.passed(by: merge, statuses)
      if case .decided(let unfollowed, let owing) = try await decideUnpaused(passed) {
        return try await unfollowed + giveBack(owing, heldBy: passed, of: account)
      }
      return try await follow(rule)
    case .undone: return []
    }
  }

  private func decideUnpaused(_ rule: GrantFollowing) async throws -> GrantFollowing.Verdict {
    try await recorder.log.decide(rule, in: wallets.folds, isRefusedWhilePaused: true).verdict
  }

  /// Gives coins back to the accounts from which refunds took them, and then makes the wallet follow the
  /// grants. Returns those that it could not follow.
  private func giveBack(
    _ statuses: [GrantStatus], heldBy rule: GrantFollowing, of account: AccountReference
  ) async throws -> [UnfollowedGrant] {
    guard !statuses.isEmpty else { return [] }
    for status in statuses {
      let book = try await recorder.log.state(of: rule, in: wallets.folds).state
      guard let owed = book.wallet.owed(before: status) else { continue }
      let returning = CoinReturning(
        status, holder: rule.account, passedBy: rule.passed, to: owed.account)
      if case .rejected = try await decideUnpaused(returning) {
        return [UnfollowedGrant(grant: status.grant.id, rejection: .amountOutOfBounds)]
      }
    }
    return try await follow(
      statuses, for: account, in: rule.bundleID, environment: rule.environment)
  }

  private func decideUnpaused(_ rule: CoinReturning) async throws -> CoinReturning.Verdict {
    let verdict = try await recorder.log.decide(rule, in: wallets.folds, isRefusedWhilePaused: true)
      .verdict
    guard case .merged(let merge) = verdict else { return verdict }
    return try await decideUnpaused(rule.passed(by: merge))
  }

  private func ask(
    _ request: WalletRequest, within reach: KeyReach
  ) async throws -> AnsweredCommand {
    switch try await verdict(on: request) {
    case .decided(.rejected(.entryUnknown)):
      return try await reverseSpendOfGuest(request, within: reach)
        ?? AnsweredCommand(answer: .rejected(.entryUnknown))
    case .decided(let answer): return AnsweredCommand(answer: answer)
    case .unknown(let account):
      let brought = try await names.makeKnown(
        account, of: request.bundleID, for: request.environment, within: reach)
      var answered = try await ask(request, within: reach)
      answered.brought += brought.chains
      return answered
    case .alias(let account): return try await ask(request.passed(to: account), within: reach)
    case .merged(let merge):
      let passed = request.passed(by: merge, reversing: try await spend(reversedBy: request))
      if case .decided(let answer) = try await verdict(on: passed) {
        return AnsweredCommand(answer: answer)
      }
      return try await ask(request, within: reach)
    case .formerly(let targets, let nextMerge):
      if let answer = try await answer(to: request, from: targets) {
        return AnsweredCommand(answer: answer)
      }
      return try await ask(request.searched(until: nextMerge), within: reach)
    case .undone: return try await ask(request, within: reach)
    case .unnamed:
      storedNames.giveAlways(request.name)
      return try await ask(request.named(), within: reach)
    }
  }

  /// Returns the spend of a merged account's own wallet that a request reverses; nil for any other. Nothing is
  /// spent there while the merge stands.
  private func spend(reversedBy request: WalletRequest) async throws -> CoinSpend? {
    guard let entry = request.command.reversedEntry else { return nil }
    let wallet = try await book(of: request.account, of: request).wallet
    return if case .spent(let spend) = wallet.spend(of: entry) { spend } else { nil }
  }

  /// Reverses a spend that a guest made before its merge into the account that asks, in the account's wallet and
  /// under its key. Returns nil if no guest has such an entry.
  private func reverseSpendOfGuest(
    _ request: WalletRequest, within reach: KeyReach
  ) async throws -> AnsweredCommand? {
    guard let entry = request.command.reversedEntry else { return nil }
    for guest in try await book(of: request.account, of: request).guests.sorted() {
      let guests = try await book(of: guest, of: request)
      guard let merge = PassedMerge(of: guests), merge.into == request.account else { continue }
      switch guests.wallet.spend(of: entry) {
      case .unknown: continue
      case .notSpent: return AnsweredCommand(answer: .rejected(.entryNotSpent))
      case .spent(let spend):
        for holder in [guest] + guests.formerTargets.sorted() {
          let wallet = try await book(of: holder, of: request).wallet
          if let reversal = wallet.reversal(of: entry) {
            return AnsweredCommand(answer: .rejected(.alreadyReversed(reversal)))
          }
        }
        let reversing = request.reversing(spend, under: merge)
        if case .decided(let answer) = try await verdict(on: reversing) {
          return AnsweredCommand(answer: answer)
        }
        return try await ask(request, within: reach)
      }
    }
    return nil
  }

  private func book(
    of account: AccountReference, of request: WalletRequest
  ) async throws -> WalletBook {
    try await wallets.book(
      of: account, in: request.bundleID, environment: request.environment
    ).book
  }

  private func verdict(on request: WalletRequest) async throws -> WalletRequest.Verdict {
    let generation = storedNames.generation
    let verdict = try await recorder.log.decide(
      request, in: wallets.folds, knowing: sharedState, names: request.names
    ).verdict
    if case .decided(.booked) = verdict {
      for name in request.names { storedNames.note(name, since: generation) }
    }
    return verdict
  }

  /// Returns the answer to a request that came while its account was merged into another one; nil
  /// if none of these wallets holds the request. No such request is added after the undo: a reservation that
  /// ended by itself has no other end then.
  private func answer(
    to request: WalletRequest, from targets: Set<AccountReference>
  ) async throws -> WalletAnswer? {
    let command = request.command.requested(by: request.account)
    for target in targets.sorted() {
      let wallet = try await wallets.book(
        of: target, in: request.bundleID, environment: request.environment
      ).book.wallet
      if wallet.knows(command) {
        let (answer, moved) = WalletAnswer.decided(command, on: wallet, at: recorder.now())
        return moved.isEmpty ? answer : .rejected(.reservationExpired)
      }
    }
    return nil
  }
}
