import EventStore
import Ledger

/// The owners of chains: reading, deciding and inheriting them.
struct ChainOwnerDecisions: Sendable {
  private let recorder: EventRecorder
  private let admission: Admission
  private let accounts: AccountReader
  /// The cached owners of chains that were decided on.
  let cache: AggregateCache<ChainOwners>

  init(recorder: EventRecorder, admission: Admission, accounts: AccountReader) {
    self.recorder = recorder
    self.admission = admission
    self.accounts = accounts
    cache = AggregateCache(of: recorder.log)
  }

  /// Returns the owner of a fact's chain, if nothing is left to decide on it by what was read of the chains
  /// of a post; nil if the owner has to be settled.
  func undisputed(
    _ fact: TransactionFact, for poster: Poster?, isRestore: Bool, by owners: inout OwnersOfPost,
    after position: Position
  ) async throws -> Settled? {
    guard fact.replacedChain == nil, let chain = owners.chains[fact.chain], chain.successors.isEmpty
    else { return nil }
    let known = owners.living[chain.owner]
    let living =
      if let known { known } else { try await livingOwner(chain.owner, preferring: poster) }
    owners.living[chain.owner] = living
    guard let poster else { return Settled(account: living.account, position: position) }
    if living.isPoster { return Settled(account: poster.account, position: position) }
    guard !living.mayClaim, living.waitingToken == nil, chain.owner != .none,
      !isRestore || chain.isConsumable
    else { return nil }
    return Settled(account: living.account, rejection: .ownedByAnother, position: position)
  }

  /// Settles the owner of a fact's chain.
  func settle(
    _ fact: TransactionFact, for poster: Poster?, isRestore: Bool, after position: Position
  ) async throws -> Settled {
    var settled = try await settle(
      fact.chain, for: poster, isRestore: isRestore, after: position)
    if let replaced = fact.replacedChain {
      try await inherit(replaced)
      let formerOwner = settled.formerOwner
      settled = try await settle(
        fact.chain, for: poster, isRestore: isRestore, after: position)
      settled.formerOwner = settled.formerOwner ?? formerOwner
    }
    try await inherit(fact.chain)
    return settled
  }

  /// Settles the owner of a posted chain: takes a chain whose owner is gone, makes an alias where
  /// the app wants it, and restores by the app's policy.
  func settle(
    _ chain: ChainID, for poster: Poster?, isRestore: Bool, after position: Position
  ) async throws -> Settled {
    let owners = try await owners(of: chain)
    let living = try await livingOwner(owners.owner, preferring: poster)
    guard let poster else { return Settled(account: living.account, position: position) }
    if living.isPoster { return Settled(account: poster.account, position: position) }
    if living.mayClaim || owners.owner == .none {
      return try await decide(
        .claim(poster.account, knownAs: poster.names, isWaiting: living.account == nil),
        on: chain, for: poster, after: position)
    }
    if let token = living.waitingToken, try await mayTake(token, poster, of: chain.bundleID) {
      let appended = try await recorder.append(
        poster.taking(token, at: recorder.now()), names: [poster.name])
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
        admission.linkPolicy(of: chain.bundleID)), on: chain, for: poster, after: position)
  }

  /// Gives a chain the owner of the chain that it replaced, and its owner to the chains that
  /// replaced it.
  func inherit(_ chain: ChainID) async throws {
    let owners = try await owners(of: chain)
    for successor in owners.successors.sorted() {
      try await inherit(chain.sibling(successor), from: owners.owner)
    }
  }

  private func inherit(_ chain: ChainID, from owner: ChainOwner) async throws {
    guard !owner.references.isEmpty else { return }
    let rule = LinkRule(
      chain: chain, command: .inherit(owner.references), decidedAt: recorder.now())
    guard case .accepted = rule.verdict(on: try await owners(of: chain)) else {
      return
    }
    try await decide(rule)
    let aliases = try await accounts.aliases(of: owner.references)
    _ = try await recorder.append(
      aliases.map { name in
        NewEvent(
          claiming: chain, under: name.account, generation: name.generation,
          at: recorder.now())
      })
  }

  func owners(of chain: ChainID) async throws -> ChainOwners {
    let rule = LinkRule(chain: chain, command: .inherit([]), decidedAt: recorder.now())
    return try await recorder.log.state(of: rule, in: cache).state
  }

  /// Decides under the lock of the chain's lane.
  @discardableResult
  func decide(_ rule: LinkRule) async throws -> Decided<LinkRule.Verdict> {
    try await Rejection.translatingFailure { try await recorder.log.decide(rule, in: cache) }
  }

  /// Decides under the lock of the chain's lane, for an account.
  func decide(
    _ command: LinkRule.Command, on chain: ChainID, for poster: Poster,
    after position: Position
  ) async throws -> Settled {
    let rule = LinkRule(chain: chain, command: command, decidedAt: recorder.now())
    let decided = try await decide(rule)
    let position = position.reaching(decided.appended)
    switch decided.verdict {
    case .accepted(let changed, let owner, _):
      try await inherit(chain)
      var settled = Settled(account: poster.account, position: position)
      if changed.cause == .transferred {
        settled.formerOwner = try await livingOwner(owner, preferring: nil).account
      }
      return settled
    case .alreadyOwner: return Settled(account: poster.account, position: position)
    case .rejected(let rejection):
      let owners = try await owners(of: chain)
      return Settled(
        account: try await livingOwner(owners.owner, preferring: nil).account,
        rejection: rejection, position: position)
    }
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
      let posters = try await owners(of: chain).state.posters
      if !posters.isSubset(of: poster.names) { return false }
    }
    return true
  }

  /// Returns the aliases of the tokens in facts, by their names.
  func tokenAliases(
    of facts: [TransactionFact]
  ) async throws -> [AccountReference: AccountAliases] {
    let tokens = Set(facts.compactMap(\.tokenName?.reference))
    let aliases = try await accounts.aliases(of: tokens.sorted())
    return Dictionary(uniqueKeysWithValues: aliases.map { ($0.account, $0) })
  }

  /// Returns the chains that a name brings along once it is known: those that wait under it now, and those that wait
  /// since before it was freed.
  func chains(waitingFor poster: Poster) async throws -> [OriginalTransactionID] {
    let now = try await chains(waitingUnder: poster.account)
    return Set(now + poster.waiting.map(\.originalTransactionID)).sorted()
  }

  /// Returns the chains whose owner is the account that a name belongs to.
  func chains(waitingUnder name: AccountReference) async throws -> [OriginalTransactionID] {
    var waiting: [OriginalTransactionID] = []
    for chain in try await accounts.claims(of: [name]).sorted()
    where try await owners(of: chain).owner == .token(name) {
      waiting.append(chain.originalTransactionID)
    }
    return waiting
  }
}
