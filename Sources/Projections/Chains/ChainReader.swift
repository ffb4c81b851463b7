import EventStore
package import Ledger
import Postgres

/// A reader of chains: those of an account, and single ones.
package struct ChainReader: Sendable {
  private let pool: Pool
  private let log: EventLog
  private let positions: ReadPositions
  private let sharedState: SharedStateCache

  init(pool: Pool, log: EventLog, positions: ReadPositions, sharedState: SharedStateCache) {
    self.pool = pool
    self.log = log
    self.positions = positions
    self.sharedState = sharedState
  }

  /// Returns the chains that belong to an account, under any of its names.
  ///
  /// - Parameter known: leaves out later records. The parameter has this meaning in every query of
  ///   the readers.
  package func chains(
    of key: AccountKey, knownAt known: Instant? = nil
  ) async throws -> Answer<[ChainState]> {
    guard let known else { return try await ownedChains(of: key).chains }
    return try await chains(of: key, in: try await HistoricalReader(log, knownAt: known))
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
    let found = try await log.lookups.withTransaction(.snapshot) { [log, positions] connection in
      try AccountRows(log: log).find(
        key.reference, after: [SharedStateCache.query, positions.query], on: connection)
    }
    let chains = found.chains.filter { $0.belongs(to: found.resolution) }
    return (Answer(chains, at: try positions.reached(from: found.answers[1])), found.answers[0])
  }

  /// Returns the known state of one chain; nil if the chain is unknown.
  package func purchase(
    _ chain: ChainID, knownAt known: Instant? = nil
  ) async throws -> Answer<ChainState>? {
    if let known {
      let past = try await HistoricalReader(log, knownAt: known)
      return try await past.chain(chain).map { Answer($0, at: past.reached) }
    }
    let position = try await positions.reached()
    return try await read([chain]).first.map { Answer($0, at: position) }
  }

  /// Returns the chain of a transaction; nil if the transaction is unknown.
  package func chain(
    of transaction: TransactionID, in environment: StoreEnvironment
  ) async throws -> ChainID? {
    let rows = try await log.lookups.withConnection { [lanes = log.lanes] connection in
      try await connection.query(.chainOfTransaction, lanes, transaction.rawValue)
    }
    return try rows.decode((String, OriginalTransactionID).self)
      .compactMap { ChainID(stored: $0, $1) }.first { $0.environment == environment }
  }

  /// Returns the other chains of these chains' customers, whose service is counted together with
  /// theirs. Other accounts may own them.
  func otherChains(
    ofCustomersOf chains: [ChainState], in environment: StoreEnvironment, knownAt known: Instant?
  ) async throws -> [ChainState] {
    let customers = Set(chains.compactMap(\.appTransactionID))
    guard !customers.isEmpty else { return [] }
    let found = try await pool.withConnection { [log] connection in
      try await connection.query(
        .customerChains, log.lanes, environment.rawValue, customers.map(\.rawValue))
    }.decode(OriginalTransactionID.self)
    let others = Set(found.map { ChainID(environment, $0) }).subtracting(chains.map(\.chain))
    guard !others.isEmpty else { return [] }
    let states: [ChainState]
    if let known {
      let past = try await HistoricalReader(log, knownAt: known)
      var read: [ChainState] = []
      for chain in others.sorted() {
        if let state = try await past.chain(chain) { read.append(state) }
      }
      states = read
    } else {
      states = try await read(others.sorted())
    }
    return states.filter { state in state.appTransactionID.map(customers.contains) ?? false }
  }

  /// Returns chains as the projection has them now, without those that it does not have.
  func read(_ chains: [ChainID]) async throws -> [ChainState] {
    guard !chains.isEmpty else { return [] }
    return try await log.lookups.withConnection { [log] connection in
      try await ChainRows(log: log).read(chains, on: connection)
    }
  }
}

extension ChainState {
  /// Returns true if an account owns the chain. A name that no write named owns nothing by tokens.
  fileprivate func belongs(to account: AccountResolution) -> Bool {
    guard !account.names.isDisjoint(with: owners) else { return false }
    return account.isKnown || owner.token == nil
  }
}

extension ChainID {
  /// Takes stored columns; nil for an environment of a newer writer.
  init?(stored environment: String, _ id: OriginalTransactionID) {
    guard let environment = StoreEnvironment(rawValue: environment) else { return nil }
    self.init(environment, id)
  }
}
