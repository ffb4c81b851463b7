import EventProcessing
import EventStore
package import Ledger
import Postgres

extension Reader {
  /// Returns the chains that belong to an account, under any of its names.
  package func chains(
    of key: AccountKey, knownAt known: Instant?
  ) async throws -> Answer<[ChainState]> {
    guard let known else { return try await ownedChains(of: key).chains }
    return try await chains(of: key, in: try await HistoricalReader(log, knownAt: known))
  }

  package func chains(of key: AccountKey) async throws -> [ChainState] {
    try await ownedChains(of: key).chains.value
  }

  /// Returns the chains of an account, and the shared state that every rule reads.
  func chainsAndShared(
    of key: AccountKey, knownAt known: Instant?
  ) async throws -> (chains: Answer<[ChainState]>, shared: SharedState) {
    guard let known else {
      let (chains, query) = try await ownedChains(of: key)
      return (chains, try await sharedState.shared(after: query))
    }
    let past = try await HistoricalReader(log, knownAt: known)
    return (try await chains(of: key, in: past), try await past.shared())
  }

  private func chains(of key: AccountKey, in past: HistoricalReader) async throws -> Answer<
    [ChainState]
  > {
    let resolution = try await past.resolve(key.reference)
    let chains = try await past.chains(namedBy: resolution.names).filter {
      $0.belongs(to: resolution)
    }
    return Answer(chains, at: past.reached)
  }

  /// Returns the chains as the projection has them now, and the rows of the shared state. Names,
  /// chains and position are of one moment.
  private func ownedChains(
    of key: AccountKey
  ) async throws -> (chains: Answer<[ChainState]>, shared: Rows) {
    let found = try await log.lookups.withTransaction(.snapshot) { connection in
      try AccountRows(log: log).find(
        key.reference, after: [SharedStateCache.query, checkpoints.query(for: lanes)],
        on: connection)
    }
    let chains = found.chains.filter { $0.belongs(to: found.resolution) }
    return (Answer(chains, at: try reached(from: found.answers[1])), found.answers[0])
  }

  /// Resolves a name to its account and to all names of that account.
  package func resolve(_ name: AccountReference) async throws -> AccountResolution {
    try await resolve([name])[name] ?? AccountResolution(name)
  }

  /// Resolves several names as of one moment.
  func resolve(
    _ names: Set<AccountReference>
  ) async throws -> [AccountReference: AccountResolution] {
    guard !names.isEmpty else { return [:] }
    return try await log.lookups.withTransaction(.snapshot) { [log] connection in
      try names.reduce(into: [:]) { resolutions, name in
        resolutions[name] = try NamingRows(log: log).resolve(name, on: connection)
      }
    }
  }

  /// Returns true if an event names the account: an event of the account itself, or one of a chain
  /// that belongs to it, once belonged to it, or waits under its token.
  package func isNamed(_ key: AccountKey) async throws -> Bool {
    let found = try await log.lookups.withTransaction(.snapshot) { [log] connection in
      try AccountRows(log: log).find(key.reference, after: [], on: connection)
    }
    guard found.chains.isEmpty, found.resolution.names.count == 1 else { return true }
    let own = StreamID.account(found.resolution.account)
    return try await !log.events(of: own, after: 0, limit: 1).isEmpty
  }

  /// Returns the name of the account that a chain belongs to, the first of several. Returns nil if
  /// no account is known or its name was forgotten.
  package func account(of chain: ChainState) async throws -> AccountID? {
    guard let owner = chain.presentOwner else { return nil }
    let resolution = try await resolve(owner)
    guard chain.owner.token == nil || resolution.isKnown else { return nil }
    return try await log.names(of: [resolution.account])[resolution.account]
      ?? chain.token(naming: resolution.account)
  }

  /// Returns the names of these accounts, except unknown and forgotten ones.
  package func names(
    of accounts: Set<AccountReference>
  ) async throws -> [AccountReference: AccountID] {
    try await log.names(of: accounts.sorted())
  }

  func read(_ chains: [ChainID]) async throws -> [ChainState] {
    try await log.lookups.withConnection { connection in try await read(chains, on: connection) }
  }

  private func read(
    _ chains: [ChainID], on connection: isolated Connection
  ) throws -> [ChainState] {
    chains.isEmpty ? [] : try ChainRows(log: log).read(chains, on: connection)
  }
}

extension ChainState {
  /// Returns true if an account owns the chain. A name that no write named owns nothing by tokens.
  fileprivate func belongs(to account: AccountResolution) -> Bool {
    guard !account.names.isDisjoint(with: owners) else { return false }
    return account.isKnown || owner.token == nil
  }
}
