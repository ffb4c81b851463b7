import EventStore
import Ledger

/// The owner of a chain after a request.
struct Settled: Sendable {
  /// The account that owns the chain; nil while no account does.
  var account: AccountReference?
  /// The reason for which the requesting account does not own it; nil if it does, and without an
  /// account.
  var rejection: OwnershipRejection?
  var position: Position
}

extension Intake {
  /// Settles the owner of a posted chain: takes a chain whose owner is gone, makes an alias where
  /// the app wants it, and restores by the app's policy.
  func settle(
    _ chain: ChainID, of bundleID: BundleID, for poster: Poster?, isRestore: Bool,
    after position: Position
  ) async throws -> Settled {
    let owners = try await chainOwners(chain, of: bundleID)
    let living = try await livingOwner(owners.owner, preferring: poster)
    guard let poster else { return Settled(account: living.account, position: position) }
    if living.isPoster { return Settled(account: poster.account, position: position) }
    if living.mayClaim || owners.owner == .none {
      return try await decide(
        .claim(poster.account, knownAs: poster.names, isWaiting: living.account == nil),
        on: chain, of: bundleID, for: poster, after: position)
    }
    if let token = living.waitingToken, try await mayTake(token, poster, of: bundleID) {
      let appended = try await append(poster.taking(token, at: now()), names: [poster.name])
      return Settled(account: poster.account, position: position.reaching(appended))
    }
    guard isRestore, !owners.isConsumable else {
      return Settled(
        account: living.account,
        rejection: living.account == nil ? .tokenNotRegistered : .ownedByAnother,
        position: position)
    }
    return try await decide(
      .restore(
        poster.account, knownAs: poster.names, isWaiting: living.account == nil,
        admission.linkPolicy(of: bundleID)), on: chain, of: bundleID, for: poster,
      after: position)
  }

  /// Gives a chain the owner of the chain that it replaced, and its owner to the chains that
  /// replaced it.
  func inherit(_ chain: ChainID, of bundleID: BundleID) async throws {
    let owners = try await chainOwners(chain, of: bundleID)
    for successor in owners.successors.sorted() {
      try await inherit(
        ChainID(chain.environment, successor), from: owners.owner, of: bundleID)
    }
  }

  private func inherit(
    _ chain: ChainID, from owner: ChainOwner, of bundleID: BundleID
  ) async throws {
    guard !owner.references.isEmpty else { return }
    let rule = LinkRule(
      chain: chain, bundleID: bundleID, command: .inherit(owner.references), decidedAt: now())
    guard case .accepted = rule.verdict(on: try await chainOwners(chain, of: bundleID)) else {
      return
    }
    _ = try await translatingFailure { try await log.decide(rule, in: self.owners) }
    let aliases = try await accounts.aliases(of: owner.references)
    _ = try await append(
      aliases.map { name in
        NewEvent(
          claiming: chain, of: bundleID, under: name.account, generation: name.generation,
          at: now())
      })
  }

  func chainOwners(_ chain: ChainID, of bundleID: BundleID) async throws -> ChainOwners {
    let rule = LinkRule(
      chain: chain, bundleID: bundleID, command: .inherit([]), decidedAt: now())
    return try await log.state(of: rule, in: owners).state
  }

  /// Decides under the lock of the chain's lane, for an account.
  func decide(
    _ command: LinkRule.Command, on chain: ChainID, of bundleID: BundleID, for poster: Poster,
    after position: Position
  ) async throws -> Settled {
    let rule = LinkRule(chain: chain, bundleID: bundleID, command: command, decidedAt: now())
    let decided = try await translatingFailure { try await log.decide(rule, in: owners) }
    let position = position.reaching(decided.appended)
    switch decided.verdict {
    case .accepted:
      try await inherit(chain, of: bundleID)
      return Settled(account: poster.account, position: position)
    case .alreadyOwner: return Settled(account: poster.account, position: position)
    case .rejected(let rejection):
      let owners = try await chainOwners(chain, of: bundleID)
      return Settled(
        account: try await livingOwner(owners.owner, preferring: nil).account,
        rejection: rejection, position: position)
    }
  }

  /// The account behind a chain's owner, as known now.
  struct LivingOwner: Sendable {
    var account: AccountReference?
    var isPoster = false
    /// True if the owner's token was freed, so that the next post takes the chain.
    var mayClaim = false
    /// The token that names no known account.
    var waitingToken: AccountAliases?
  }

  func livingOwner(
    _ owner: ChainOwner, preferring poster: Poster?
  ) async throws -> LivingOwner {
    if let poster, poster.resolution.isKnown || owner.token == nil,
      !poster.names.isDisjoint(with: owner.references)
    {
      return LivingOwner(account: poster.account, isPoster: true)
    }
    guard let token = owner.token else {
      guard let first = owner.references.first else { return LivingOwner() }
      return LivingOwner(account: try await accounts.resolve(first).account)
    }
    let resolution = try await accounts.resolve(token)
    if resolution.isKnown {
      return LivingOwner(
        account: resolution.account, isPoster: resolution.account == poster?.account)
    }
    let aliases = try await accounts.aliases(of: [token])[0]
    return LivingOwner(mayClaim: aliases.isFreed, waitingToken: aliases)
  }

  /// Returns true if an unregistered token may become an alias of the account that posts it: the app
  /// wants it, and no other account's post carried the token.
  private func mayTake(
    _ token: AccountAliases, _ poster: Poster, of bundleID: BundleID
  ) async throws -> Bool {
    guard admission.tokenPolicy(of: bundleID) == .alias else { return false }
    for chain in try await accounts.claims(of: [token.account]) {
      let posters = try await chainOwners(chain, of: bundleID).state.posters
      if !posters.isSubset(of: poster.names) { return false }
    }
    return true
  }
}

extension Position {
  /// Returns the position that also covers the events of an append.
  func reaching(_ appended: Appended) -> Position {
    appended.outcomes.reduce(into: self) { $0.reach($1.id) }
  }
}
