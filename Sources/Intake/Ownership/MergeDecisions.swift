import EventStore
package import Ledger

/// The result of a merge or its undo in one environment.
package struct MergedEnvironment: Sendable, Hashable {
  package let environment: StoreEnvironment
  package let merge: AccountsMerged
  /// The chains that waited under the names of both accounts until the merge made them known.
  package var brought: [OriginalTransactionID] = []
  /// True if the merge was made before.
  package let isRepeated: Bool
}

/// The result of a merge or its undo.
package enum MergeOutcome: Sendable, Hashable {
  case merged([MergedEnvironment], Position)
  case rejected(MergeRejection, in: StoreEnvironment)
}

/// The decisions that merge accounts, and undo merges.
package struct MergeDecisions: Sendable {
  /// The pause between two looks at wallets that both have the coins of one grant.
  private static let pause: Duration = .milliseconds(100)
  /// The largest number of pauses in an environment.
  private static let pausesMax = 20

  private let recorder: EventRecorder
  private let admission: Admission
  private let accounts: AccountReader
  private let names: NameDecisions
  private let wallets: Wallets

  init(
    recorder: EventRecorder, admission: Admission, accounts: AccountReader, names: NameDecisions,
    wallets: Wallets
  ) {
    self.recorder = recorder
    self.admission = admission
    self.accounts = accounts
    self.names = names
    self.wallets = wallets
  }

  /// Merges an account into another one in some environments. Nothing is merged if one of them is known to reject it. A
  /// repetition finishes what was interrupted, whatever its key. Returns after the commit.
  package func merge(
    _ from: AccountID, into: AccountID, of bundleID: BundleID,
    in environments: [StoreEnvironment], key: IdempotencyKey,
    author: String? = nil, reason: String? = nil
  ) async throws -> MergeOutcome {
    let command = MergeRule.Command.merge(
      key: key, guestsMax: admission.guestsMax(of: bundleID), author: author, reason: reason)
    var isKnown = false
    for environment in environments where !isKnown {
      isKnown = try await hasNamed(from, of: bundleID, in: environment)
    }
    guard isKnown else {
      return .rejected(.unknownAccount(environments), in: environments.first ?? .production)
    }
    var brought = BroughtAlong()
    for account in [from, into] {
      brought += try await names.makeKnown(account, of: bundleID, in: environments)
    }
    var rules: [MergeRule] = []
    for environment in environments {
      rules.append(try await pair(from, into, of: bundleID, in: environment).rule(command))
    }
    return try await decide(rules, brought)
  }

  /// Undoes a merge by an operator's decision, in those of the environments where it stands. Moves back exactly what
  /// the merge moved. Returns after the commit.
  package func undoMerge(
    of from: AccountID, into: AccountID, of bundleID: BundleID,
    in environments: [StoreEnvironment], author: String, reason: String
  ) async throws -> MergeOutcome {
    guard !author.isEmpty, !reason.isEmpty else {
      return .rejected(.reasonMissing, in: .production)
    }
    var rules: [MergeRule] = []
    for environment in environments {
      let pair = try await pair(from, into, of: bundleID, in: environment)
      guard try await accounts.aliases(of: [pair.from])[0].mergedInto == pair.into else { continue }
      rules.append(
        pair.rule(.undo(author: author, reason: reason, late: [], examined: [])))
    }
    guard !rules.isEmpty else { return .rejected(.notMerged, in: .production) }
    return try await decide(rules)
  }

  /// Returns true if a write ever named an account, and it was not erased since. What Apple tells under a token
  /// names nobody.
  private func hasNamed(
    _ account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> Bool {
    let name = AccountName(environment, bundleID, account).reference
    return try await accounts.aliases(of: [name])[0].isKnown
  }

  private func pair(
    _ from: AccountID, _ into: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> MergePair {
    try await MergePair(
      from: AccountName(environment, bundleID, from),
      into: AccountName(environment, bundleID, into),
      bundleID: bundleID, environment: environment, by: accounts)
  }

  /// Decides in each environment, once no environment rejects.
  ///
  /// - Parameter brought: what waited under the names of both accounts until now.
  private func decide(
    _ rules: [MergeRule], _ brought: BroughtAlong = BroughtAlong()
  ) async throws -> MergeOutcome {
    for rule in rules {
      if let rejection = try await rejection(of: rule) {
        return .rejected(rejection, in: rule.environment)
      }
    }
    var (merged, position) = ([MergedEnvironment](), brought.position)
    for rule in rules {
      let (decision, appended) = try await decide(rule)
      position = position.reaching(appended)
      let chains = brought.chains.filter { $0.environment == rule.environment }.flatMap(\.chains)
      switch decision {
      case .accepted(_, let merge):
        merged.append(
          MergedEnvironment(
            environment: rule.environment, merge: merge, brought: chains, isRepeated: false))
      case .repeated(let merge):
        position = try await position.reaching(merge, in: recorder.log)
        merged.append(
          MergedEnvironment(
            environment: rule.environment, merge: merge, brought: chains, isRepeated: true))
      case .rejected(let rejection): return .rejected(rejection, in: rule.environment)
      case .unexamined: return .rejected(.notMerged, in: rule.environment)
      case .unsettled: return .rejected(.unsettled, in: rule.environment)
      }
    }
    return .merged(merged, position)
  }

  /// Returns why an environment rejects the merge, by what is known now; nil if it does not. Waits a moment for
  /// the granter, while it moves coins between both accounts.
  private func rejection(of rule: MergeRule) async throws -> MergeRejection? {
    for pauses in 0...Self.pausesMax {
      let from = try await wallets.book(
        of: rule.from, in: rule.bundleID, environment: rule.environment
      ).book
      let into = try await wallets.book(
        of: rule.into, in: rule.bundleID, environment: rule.environment
      ).book
      switch rule.verdict(on: from, into, at: recorder.now()) {
      case .rejected(let rejection): return rejection
      case .accepted, .repeated, .unexamined: return nil
      case .unsettled where pauses == Self.pausesMax: return .unsettled
      case .unsettled: try await Task.sleep(for: Self.pause)
      }
    }
    return .unsettled
  }

  /// Decides, and looks up the grants that a decision asks about before it is made again. Waits a moment for the
  /// granter, while it moves coins between both accounts.
  private func decide(
    _ rule: MergeRule
  ) async throws -> (decision: MergeDecision, appended: Appended) {
    var (rule, pauses) = (rule, 0)
    while true {
      let decided = try await Rejection.translatingFailure {
        try await recorder.log.decide(rule, in: wallets.folds)
      }
      switch decided.verdict {
      case .unexamined(let grants):
        let late = try await grantsOf(rule.from, among: grants)
        guard let next = rule.examining(grants, late: late) else {
          return (decided.verdict, decided.appended)
        }
        rule = next
      case .unsettled where pauses < Self.pausesMax:
        pauses += 1
        try await Task.sleep(for: Self.pause)
      case .accepted, .repeated, .unsettled, .rejected:
        return (decided.verdict, decided.appended)
      }
    }
  }

  /// Returns the grants whose account is a merged account, by any name of it alone.
  private func grantsOf(
    _ from: AccountReference, among grants: Set<GrantID>
  ) async throws -> Set<GrantID> {
    var found: Set<GrantID> = []
    for (id, made) in try await accounts.grants(grants) {
      for grant in made {
        guard let account = try await accounts.owners(of: grant.chain).book.account(of: id) else {
          continue
        }
        let names = try await accounts.aliases(of: [account])[0]
        if account == from || names.aliasOf == from { found.insert(id) }
      }
    }
    return found
  }
}

extension Position {
  /// Returns the position that also covers both copies of a merge.
  fileprivate func reaching(_ merge: AccountsMerged, in log: EventLog) async throws -> Position {
    var position = self
    for account in [merge.from, merge.into] {
      let events = try await log.reading.events(of: .account(account))
      for event in events {
        guard case .account(.accountsMerged(let copy)) = event.event,
          copy.from == merge.from, copy.number == merge.number
        else { continue }
        position.reach(event.id)
      }
    }
    return position
  }
}
