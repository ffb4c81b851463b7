package import EventStore
package import Ledger
package import Postgres

/// Answers questions about accounts and chains at a moment.
package struct Reader: Sendable {
  private static let waitPause: Duration = .milliseconds(25)

  let pool: Pool
  let log: EventLog
  private let progress: ProjectionProgress
  let standing: StandingCommons

  /// Handed the progress of this process's projector, a wait ends as soon as the projector is there.
  package init(pool: Pool, log: EventLog, progress: ProjectionProgress = ProjectionProgress()) {
    self.pool = pool
    self.log = log
    self.progress = progress
    standing = StandingCommons(log)
  }

  /// The lanes of the log it reads.
  package var lanes: [Int16] { log.lanes }

  /// A position as it is told to the outside.
  package func token(_ position: Position) -> PositionToken { log.token(position) }

  /// Whether a token was told in the epoch that is.
  package func isCurrent(_ token: PositionToken) async throws -> Bool {
    try await log.isCurrent(token)
  }

  /// Waits until a projection covers a position; throws `positionNotReached` after `limit`.
  package func wait(
    for position: Position, within limit: Duration, by name: ProjectionName = .chains
  ) async throws {
    let deadline = ContinuousClock.now + limit
    let lanes = Set(position.lanes.keys)
    while true {
      let count = progress.count(of: lanes)
      if try await reached(by: name).covers(position) { return }
      let rest = deadline - .now
      guard rest > .zero else { throw ProjectionError.positionNotReached }
      await progress.move(since: count, within: min(rest, Self.waitPause))
      try Task.checkCancellation()
    }
  }

  /// What an account may use at a moment, by the levels that the catalogue then in force names.
  ///
  /// - Parameter known: leaves out what was recorded later. So with every question here.
  package func entitlements(
    of key: AccountKey, at moment: Instant, knownAt known: Instant? = nil
  ) async throws -> Answer<[Entitlement]> {
    let (chains, commons) = try await chainsAndCommons(of: key, knownAt: known)
    let catalogues = commons.catalogues(of: key.bundleID)
    let entitlements = Entitlements.evaluate(chains.value, at: moment) { product in
      catalogues.product(product, at: moment)
    }
    return Answer(entitlements, at: chains.position)
  }

  /// How every subscription of an account stands at a moment, live or not.
  package func subscriptions(
    of key: AccountKey, at moment: Instant, knownAt known: Instant? = nil
  ) async throws -> Answer<[SubscriptionStatus]> {
    let chains = try await chains(of: key, knownAt: known)
    let statuses = chains.value.compactMap { SubscriptionStatuses.evaluate($0, at: moment) }
    return Answer(statuses, at: chains.position)
  }

  /// All that is known of one chain; nil where nothing is.
  package func purchase(
    _ chain: ChainID, knownAt known: Instant? = nil
  ) async throws -> Answer<ChainState>? {
    if let known {
      let past = try await Past(log, knownAt: known)
      return try await past.chain(chain).map { Answer($0, at: past.reached) }
    }
    let position = try await reached()
    return try await read([chain]).first.map { Answer($0, at: position) }
  }

  /// What the accounts these events speak of are called.
  package func names(in events: [RecordedEvent]) async throws -> [AccountReference: AccountID] {
    try await log.names(of: Array(Set(events.flatMap(\.event.accounts))))
  }

  /// The chain a transaction belongs to; nil where it is unknown.
  package func chain(
    of transaction: TransactionID, in environment: StoreEnvironment
  ) async throws -> ChainID? {
    let rows = try await log.lookups.withConnection { connection in
      try await connection.query(
        ProjectionStatements.chainOfTransaction, log.lanes, transaction.rawValue)
    }
    return try rows.map(ChainID.init(row:)).compactMap(\.self).first { chain in
      chain.environment == environment
    }
  }

  /// How far a projection has come in the lanes; a read never has to wait for the common one.
  package func reached(by name: ProjectionName = .chains) async throws -> Position {
    try await checkpoints(of: name).position().withoutCommons
  }

  func checkpoints(of name: ProjectionName) -> Checkpoints {
    Checkpoints(pool: log.lookups, log: log, projection: name.projection(of: log))
  }
}

extension Position {
  /// The same as reads tell it: of the common lane they always know all.
  var withoutCommons: Position { Position(lanes.filter { $0.key != 0 }) }
}

extension ChainID {
  /// Reads environment and original transaction id; nil for an environment of a newer writer.
  init?(row: Row) throws {
    guard let environment = StoreEnvironment(rawValue: try row.get(0)) else { return nil }
    self.init(environment, OriginalTransactionID(rawValue: try row.get(1)))
  }
}
