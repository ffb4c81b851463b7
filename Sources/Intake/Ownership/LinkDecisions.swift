import EventStore
package import Ledger

/// The result of a request for a chain.
package enum LinkOutcome: Sendable, Hashable {
  /// The account owns the chain of this id, newly or since earlier. The position covers the link.
  case linked(OriginalTransactionID, Position)
  case rejected(OwnershipRejection)
  /// The chain is unknown in that app.
  case unknown
}

/// The decisions by which accounts get single chains.
package struct LinkDecisions: Sendable {
  private let recorder: EventRecorder
  private let accounts: AccountReader
  private let ownership: ChainOwnerDecisions

  init(
    recorder: EventRecorder, accounts: AccountReader, ownership: ChainOwnerDecisions
  ) {
    self.recorder = recorder
    self.accounts = accounts
    self.ownership = ownership
  }

  /// Links a known chain that has no owner and waits under no token. Until the account has posted a
  /// signed item of the chain, it loses the chain to a signed token and to another account's signed
  /// post. Returns after the commit.
  package func link(
    _ account: AccountID, to id: OriginalTransactionID, of bundleID: BundleID,
    in environment: StoreEnvironment
  ) async throws -> LinkOutcome {
    let chain = ChainID(bundleID, environment, id)
    let poster = try await Poster(account, of: bundleID, in: environment, by: accounts)
    let known = try await recorder.append(
      poster.becomingKnown(at: recorder.now()), names: [poster.name])
    let position = known.position
    guard try await isKnown(chain) else { return .unknown }
    let owners = try await ownership.owners(of: chain)
    let named = try await Poster(account, of: bundleID, in: environment, by: accounts)
    let living = try await ownership.livingOwner(owners.owner, preferring: named)
    if living.isPoster { return .linked(id, position) }
    if living.waitingToken != nil { return .rejected(.tokenNotRegistered) }
    if owners.owner != .none { return .rejected(.ownedByAnother) }
    let linked = try await recorder.append(
      named.posting(chain, isSigned: false, at: recorder.now()), names: [named.name])
    return LinkOutcome(
      try await ownership.settle(
        chain, for: named, isRestore: false, after: position.reaching(linked)), of: id)
  }

  /// Assigns a chain to an account by an operator's decision, regardless of the policy, with its
  /// coins if wanted. Returns after the commit.
  package func assign(
    _ id: OriginalTransactionID, to account: AccountID, of bundleID: BundleID,
    in environment: StoreEnvironment, withCoins: Bool = false, author: String, reason: String
  ) async throws -> LinkOutcome {
    let chain = ChainID(bundleID, environment, id)
    guard !author.isEmpty, !reason.isEmpty else { return .rejected(.reasonMissing) }
    let poster = try await Poster(account, of: bundleID, in: environment, by: accounts)
    let known = try await recorder.append(
      poster.becomingKnown(at: recorder.now()), names: [poster.name])
    guard try await isKnown(chain) else { return .unknown }
    let claimed = try await recorder.append(
      [poster.claiming(chain, at: recorder.now())], names: [poster.name])
    return LinkOutcome(
      try await ownership.decide(
        .assign(poster.account, withCoins: withCoins, author: author, reason: reason),
        on: chain, for: poster, after: known.position.reaching(claimed)), of: id)
  }

  /// Undoes the last change of a chain's owners by an operator's decision, with the coins that it
  /// moved. Returns after the commit.
  package func undoLink(
    of id: OriginalTransactionID, of bundleID: BundleID, in environment: StoreEnvironment,
    author: String, reason: String
  ) async throws -> LinkOutcome {
    let chain = ChainID(bundleID, environment, id)
    guard try await isKnown(chain) else { return .unknown }
    let rule = LinkRule(
      chain: chain, command: .undo(author: author, reason: reason),
      decidedAt: recorder.now())
    let decided = try await ownership.decide(rule)
    try await ownership.inherit(chain)
    switch decided.verdict {
    case .accepted, .alreadyOwner: return .linked(id, Position().reaching(decided.appended))
    case .rejected(let rejection): return .rejected(rejection)
    }
  }

  private func isKnown(_ chain: ChainID) async throws -> Bool {
    let events = try await recorder.log.reading.events(of: .chain(chain), limit: Self.factsToFind)
    return events.contains { event in
      switch event.event.ofChain?.topic {
      case .fact(.transaction), .notification, .ownership(.first), .ownership(.changed),
        .ownership(.posted):
        true
      case .ownership(.replaced): false  // told by its successor alone
      case .fact(.renewal), .grant, nil: false
      }
    }
  }

  /// The number of first events that are searched for one that tells the chain itself.
  private static let factsToFind = 100
}

extension LinkOutcome {
  fileprivate init(_ settled: Settled, of chain: OriginalTransactionID) {
    self = settled.rejection.map(LinkOutcome.rejected) ?? .linked(chain, settled.position)
  }
}

extension OwnershipRejection {
  /// A stable code in snake_case.
  package var code: String {
    switch self {
    case .ownedByAnother: "owned_by_another_account"
    case .tokenNotRegistered: "token_not_registered"
    case .coolingDown: "cooling_down"
    case .reasonMissing: "reason_missing"
    case .nothingToUndo: "nothing_to_undo"
    }
  }
}
