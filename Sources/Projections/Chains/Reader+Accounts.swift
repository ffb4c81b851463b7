import EventStore
package import Ledger
import Postgres

extension Reader {
  /// The chains that belong to an account or to an alias of it: decided so, or, where nothing was ever
  /// decided, named by their newest token.
  package func chains(
    of key: AccountKey, knownAt known: Instant?
  ) async throws -> Answer<[ChainState]> {
    guard let known else { return try await standing(of: key).chains }
    return try await chains(of: key, in: try await Past(log, knownAt: known))
  }

  package func chains(of key: AccountKey) async throws -> [ChainState] {
    try await standing(of: key).chains.value
  }

  /// The chains of an account, and what every rule reads beside them.
  func chainsAndCommons(
    of key: AccountKey, knownAt known: Instant?
  ) async throws -> (chains: Answer<[ChainState]>, commons: Commons) {
    guard let known else {
      let (chains, look) = try await standing(of: key)
      return (chains, try await standing.commons(after: look))
    }
    let past = try await Past(log, knownAt: known)
    return (try await chains(of: key, in: past), try await past.commons())
  }

  private func chains(of key: AccountKey, in past: Past) async throws -> Answer<[ChainState]> {
    let names = try await past.resolve(key.reference).names
    let chains = try await past.chains(namedBy: names).filter { $0.belongs(to: names) }
    return Answer(chains, at: past.reached)
  }

  /// As the projection has it now; the position is never ahead of the chains.
  private func standing(
    of key: AccountKey
  ) async throws -> (chains: Answer<[ChainState]>, commons: Rows) {
    let checkpoints = checkpoints(of: .chains)
    let found = try await log.lookups.withConnection { connection in
      try await AccountRows(log: log).find(
        key.reference, after: [StandingCommons.look, checkpoints.look], on: connection)
    }
    let chains = found.chains.filter { $0.belongs(to: found.names) }
    let position = try checkpoints.position(of: found.answers[1])
    return (Answer(chains, at: position.withoutCommons), found.answers[0])
  }

  /// Which account a name stands for, and how else that is called.
  package func resolve(_ name: AccountReference) async throws -> AccountResolution {
    try await log.lookups.withConnection { connection in
      try await AliasRows(log: log).resolve(name, on: connection)
    }
  }

  /// Whom a chain belongs to, by name, the first of several; nil where nobody is known or the name was
  /// forgotten.
  package func account(of chain: ChainState) async throws -> AccountID? {
    guard let owner = chain.owners.first else { return chain.token }
    let account = try await resolve(owner).account
    if let name = try await log.names(of: [account])[account] { return name }
    return chain.tokenReference == account ? chain.token : nil
  }

  /// What these accounts are called, of those whose name is known and not forgotten.
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
  fileprivate func belongs(to names: Set<AccountReference>) -> Bool {
    guard owners.isEmpty else { return !names.isDisjoint(with: owners) }
    return tokenReference.map(names.contains) ?? false
  }

  /// The account that the newest token names.
  fileprivate var tokenReference: AccountReference? {
    guard let bundleID, let token else { return nil }
    return AccountReference(chain.environment, bundleID, token)
  }
}
