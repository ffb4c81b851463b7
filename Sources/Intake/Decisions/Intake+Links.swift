import EventStore
package import Ledger

/// What became of a wish to have a chain.
package enum LinkOutcome: Sendable, Hashable {
  /// It is the account's, by now or since before; the position covers it.
  case linked(Position)
  case refused(OwnershipRefusal)
  /// Nothing is known of the chain in that app.
  case unknown
}

extension Intake {
  /// Links a chain that is known to an account, by the app's policy. Returns after the commit.
  package func link(
    _ account: AccountID, to id: OriginalTransactionID, of bundleID: BundleID,
    in environment: StoreEnvironment
  ) async throws -> LinkOutcome {
    let chain = ChainID(environment, id)
    guard try await isKnown(chain, of: bundleID) else { return .unknown }
    let name = AccountName(environment, bundleID, account)
    let claim = Claim(
      chain: chain, bundleID: bundleID, account: name.reference, origin: .named)
    let appended = try await append(
      [own(name.reference, bundleID, environment)] + claim.events(at: now()), names: [name])
    guard claim.isContested(appended.outcomes.dropFirst()) else {
      return .linked(appended.position)
    }
    return try await settle(claim, after: appended.position)
  }

  /// Gives a chain to an account, whatever the policy, by an operator's word. Returns after the commit.
  package func assign(
    _ id: OriginalTransactionID, to account: AccountID, of bundleID: BundleID,
    in environment: StoreEnvironment, author: String, reason: String
  ) async throws -> LinkOutcome {
    let chain = ChainID(environment, id)
    guard try await isKnown(chain, of: bundleID) else { return .unknown }
    guard !author.isEmpty, !reason.isEmpty else { return .refused(.reasonMissing) }
    let name = AccountName(environment, bundleID, account)
    let claimed = NewEvent(
      .chainClaimed(
        ChainClaimed(
          chain: chain, bundleID: bundleID, account: name.reference, claimedAt: now())))
    let appended = try await append(
      [own(name.reference, bundleID, environment), claimed], names: [name])
    return try await decide(
      LinkRule(
        chain: chain, bundleID: bundleID,
        wish: .assign(name.reference, author: author, reason: reason), decidedAt: now()),
      after: appended.position)
  }

  /// Takes the last change of a chain's owners back, by an operator's word. Returns after the commit.
  package func undoLink(
    of id: OriginalTransactionID, of bundleID: BundleID, in environment: StoreEnvironment,
    author: String, reason: String
  ) async throws -> LinkOutcome {
    let chain = ChainID(environment, id)
    guard try await isKnown(chain, of: bundleID) else { return .unknown }
    return try await decide(
      LinkRule(
        chain: chain, bundleID: bundleID, wish: .undo(author: author, reason: reason),
        decidedAt: now()),
      after: Position())
  }

  /// Has the app's policy say what becomes of a claim on a chain that has an owner; then a token has
  /// claimed it.
  func settle(_ claim: Claim, after position: Position) async throws -> LinkOutcome {
    let outcome = try await judge(claim, after: position)
    guard claim.origin == .token else { return outcome }
    let claimed = try await append([NewEvent(claim.claimed(at: now()))])
    guard case .linked(var position) = outcome else { return outcome }
    for outcome in claimed.outcomes { position.reach(outcome.id) }
    return .linked(position)
  }

  /// The lock is taken only where the chain changes hands.
  private func judge(_ claim: Claim, after position: Position) async throws -> LinkOutcome {
    let owners = try await log.owners(of: claim.chain)
    guard !owners.owners.contains(claim.account) else { return .linked(position) }
    let claimer = try await log.resolve(claim.account)
    let rule = LinkRule(
      chain: claim.chain, bundleID: claim.bundleID,
      wish: .claim(
        claimer.account, knownAs: claimer.names, admission.linkPolicy(of: claim.bundleID)),
      decidedAt: now())
    let foreseen = rule.verdict(on: owners)
    if case .accepted = foreseen { return try await decide(rule, after: position) }
    return LinkOutcome(foreseen, position)
  }

  private func decide(_ rule: LinkRule, after position: Position) async throws -> LinkOutcome {
    let decided = try await translatingTrouble { try await log.decide(rule, in: owners) }
    var position = position
    for outcome in decided.appended.outcomes { position.reach(outcome.id) }
    return LinkOutcome(decided.verdict, position)
  }

  /// Says that a name is an account of the game's own.
  func own(
    _ account: AccountReference, _ bundleID: BundleID, _ environment: StoreEnvironment
  ) -> NewEvent {
    NewEvent(
      .accountAliased(
        AccountAliased(
          environment: environment, bundleID: bundleID, alias: account, account: account,
          decidedAt: now())))
  }

  private func isKnown(_ chain: ChainID, of bundleID: BundleID) async throws -> Bool {
    let events = try await log.events(of: .chain(chain), limit: Self.factsToFind)
    return events.contains { event in
      switch event.event {
      case .transactionObserved(let fact): fact.bundleID == bundleID
      case .noticeReceived(let notice): notice.bundleID == bundleID
      case .chainOwned(let decision): decision.bundleID == bundleID
      case .renewalObserved, .chainClaimed, .accountErased, .programmeEntered, .termsPublished,
        .cataloguePublished, .grantMade, .coinsMoved, .accountAliased, .aliasClaimed,
        .ownershipChanged, .grantAcknowledged, .consentChanged, .openingDeclared, .epochOpened:
        false
      }
    }
  }

  /// A chain's app is told by one of its first events.
  private static let factsToFind = 100
}

extension LinkOutcome {
  fileprivate init(_ decision: OwnershipDecision, _ position: Position) {
    switch decision {
    case .accepted, .alreadyOwner, .unowned: self = .linked(position)
    case .refused(let refusal): self = .refused(refusal)
    }
  }
}
