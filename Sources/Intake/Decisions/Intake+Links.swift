import EventStore
package import Ledger

/// The result of a request for a chain.
package enum LinkOutcome: Sendable, Hashable {
  /// The account owns the chain, newly or since earlier. The position covers the link.
  case linked(Position)
  case rejected(OwnershipRejection)
  /// The chain is unknown in that app.
  case unknown
}

extension Intake {
  /// Links a known chain to an account under the app's policy. Returns after the commit.
  package func link(
    _ account: AccountID, to id: OriginalTransactionID, of bundleID: BundleID,
    in environment: StoreEnvironment
  ) async throws -> LinkOutcome {
    let chain = ChainID(environment, id)
    guard try await isKnown(chain, of: bundleID) else { return .unknown }
    let name = AccountName(environment, bundleID, account)
    let claim = OwnershipClaim(
      chain: chain, bundleID: bundleID, account: name.reference, origin: .named)
    let appended = try await append(
      [own(name.reference, bundleID, environment)] + claim.events(at: now()), names: [name])
    guard claim.isContested(appended.outcomes.dropFirst()) else {
      return .linked(appended.position)
    }
    return try await settle(claim, after: appended.position)
  }

  /// Assigns a chain to an account by an operator's decision, regardless of the policy. Returns
  /// after the commit.
  package func assign(
    _ id: OriginalTransactionID, to account: AccountID, of bundleID: BundleID,
    in environment: StoreEnvironment, author: String, reason: String
  ) async throws -> LinkOutcome {
    let chain = ChainID(environment, id)
    guard try await isKnown(chain, of: bundleID) else { return .unknown }
    guard !author.isEmpty, !reason.isEmpty else { return .rejected(.reasonMissing) }
    let name = AccountName(environment, bundleID, account)
    let claimed = NewEvent(
      .account(
        .chainClaimed(
          ChainClaimed(
            chain: chain, bundleID: bundleID, account: name.reference, claimedAt: now()))))
    let appended = try await append(
      [own(name.reference, bundleID, environment), claimed], names: [name])
    return try await decide(
      LinkRule(
        chain: chain, bundleID: bundleID,
        command: .assign(name.reference, author: author, reason: reason), decidedAt: now()),
      after: appended.position)
  }

  /// Undoes the last change of a chain's owners by an operator's decision. Returns after the
  /// commit.
  package func undoLink(
    of id: OriginalTransactionID, of bundleID: BundleID, in environment: StoreEnvironment,
    author: String, reason: String
  ) async throws -> LinkOutcome {
    let chain = ChainID(environment, id)
    guard try await isKnown(chain, of: bundleID) else { return .unknown }
    return try await decide(
      LinkRule(
        chain: chain, bundleID: bundleID, command: .undo(author: author, reason: reason),
        decidedAt: now()),
      after: Position())
  }

  /// Decides a contested claim by the app's policy. Afterwards records the claim of a token.
  func settle(_ claim: OwnershipClaim, after position: Position) async throws -> LinkOutcome {
    let outcome = try await judge(claim, after: position)
    guard claim.origin == .token else { return outcome }
    let claimed = try await append([NewEvent(claim.claimed(at: now()))])
    guard case .linked(var position) = outcome else { return outcome }
    for outcome in claimed.outcomes { position.reach(outcome.id) }
    return .linked(position)
  }

  /// Judges a claim. Takes the lane's lock only if the chain changes owners.
  private func judge(_ claim: OwnershipClaim, after position: Position) async throws -> LinkOutcome
  {
    let owners = try await log.owners(of: claim.chain)
    guard !owners.owners.contains(claim.account) else { return .linked(position) }
    let claimer = try await log.resolve(claim.account)
    let rule = LinkRule(
      chain: claim.chain, bundleID: claim.bundleID,
      command: .claim(
        claimer.account, knownAs: claimer.names, admission.linkPolicy(of: claim.bundleID)),
      decidedAt: now())
    let foreseen = rule.verdict(on: owners)
    if case .accepted = foreseen { return try await decide(rule, after: position) }
    return LinkOutcome(foreseen, position)
  }

  private func decide(_ rule: LinkRule, after position: Position) async throws -> LinkOutcome {
    let decided = try await translatingFailure { try await log.decide(rule, in: owners) }
    var position = position
    for outcome in decided.appended.outcomes { position.reach(outcome.id) }
    return LinkOutcome(decided.verdict, position)
  }

  /// Returns the event that makes a name an account of its own.
  func own(
    _ account: AccountReference, _ bundleID: BundleID, _ environment: StoreEnvironment
  ) -> NewEvent {
    NewEvent(
      .account(
        .accountAliased(
          AccountAliased(
            environment: environment, bundleID: bundleID, alias: account, account: account,
            decidedAt: now()))))
  }

  private func isKnown(_ chain: ChainID, of bundleID: BundleID) async throws -> Bool {
    let events = try await log.events(of: .chain(chain), limit: Self.factsToFind)
    return events.contains { event in
      switch event.event.ofChain?.topic {
      case .fact(.transaction(let fact)): fact.bundleID == bundleID
      case .notification(let notification): notification.bundleID == bundleID
      case .ownership(let decision): decision.bundleID == bundleID
      case .fact(.renewal), .grant, nil: false
      }
    }
  }

  /// The number of first events that are searched for a chain's app.
  private static let factsToFind = 100
}

extension LinkOutcome {
  fileprivate init(_ decision: OwnershipDecision, _ position: Position) {
    switch decision {
    case .accepted, .alreadyOwner, .unowned: self = .linked(position)
    case .rejected(let rejection): self = .rejected(rejection)
    }
  }
}
