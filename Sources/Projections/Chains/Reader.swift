package import EventStore
package import Ledger
package import Postgres

/// Answers questions about accounts and chains at a moment.
package struct Reader: Sendable {
  private static let waitPause: Duration = .milliseconds(10)

  let pool: Pool
  let log: EventLog

  package init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
  }

  /// Waits until the projection covers a position; throws `positionNotReached` after `limit`.
  package func wait(for position: Position, within limit: Duration) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !reached().covers(position) {
      guard ContinuousClock.now < deadline else { throw ProjectionError.positionNotReached }
      try await Task.sleep(for: Self.waitPause)
    }
  }

  /// What an account may use at a moment.
  package func entitlements(
    of key: AccountKey, at moment: Instant
  ) async throws -> Answer<[Entitlement]> {
    let position = try await reached()
    let chains = try await chains(of: key)
    return Answer(Entitlements.evaluate(chains, at: moment), at: position)
  }

  /// How every subscription of an account stands at a moment, live or not.
  package func subscriptions(
    of key: AccountKey, at moment: Instant
  ) async throws -> Answer<[SubscriptionStatus]> {
    let position = try await reached()
    let statuses = try await chains(of: key).compactMap {
      SubscriptionStatuses.evaluate($0, at: moment)
    }
    return Answer(statuses, at: position)
  }

  /// All that is known of one chain; nil where nothing is.
  package func purchase(_ chain: ChainID) async throws -> Answer<ChainState>? {
    let position = try await reached()
    return try await read([chain]).first.map { Answer($0, at: position) }
  }

  /// The chain a transaction belongs to; nil where it is unknown.
  package func chain(
    of transaction: TransactionID, in environment: StoreEnvironment
  ) async throws -> ChainID? {
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        ProjectionStatements.chainOfTransaction, log.lanes, transaction.rawValue)
    }
    return try rows.map(ChainID.init(row:)).compactMap(\.self).first { chain in
      chain.environment == environment
    }
  }

  /// The chains that belong to an account: decided so, or named by their newest token.
  package func chains(of key: AccountKey) async throws -> [ChainState] {
    let stream = StreamID.account(key.environment, key.bundleID, key.account)
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        ProjectionStatements.accountChainsRead, log.lane(of: stream), stream.key)
    }
    let named = try rows.map(ChainID.init(row:)).compactMap(\.self)
    return try await read(named).filter { $0.belongs(to: key.account) }
  }

  /// How far the projection has come.
  package func reached() async throws -> Position {
    try await Checkpoints(pool: pool, log: log).position()
  }

  private func read(_ chains: [ChainID]) async throws -> [ChainState] {
    guard !chains.isEmpty else { return [] }
    return try await pool.withConnection { connection in
      try await ChainRows(log: log).read(chains, on: connection)
    }
  }
}

extension ChainState {
  fileprivate func belongs(to account: AccountID) -> Bool {
    owner == account || token == account
  }
}

extension ChainID {
  /// Reads environment and original transaction id; nil for an environment of a newer writer.
  fileprivate init?(row: Row) throws {
    guard let environment = StoreEnvironment(rawValue: try row.get(0)) else { return nil }
    self.init(environment, OriginalTransactionID(rawValue: try row.get(1)))
  }
}
