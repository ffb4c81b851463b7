import EventProcessing
package import EventStore
package import Ledger
package import Postgres

/// A reader that answers questions about accounts and chains at a moment.
package struct Reader: Sendable {
  private static let waitPause: Duration = .milliseconds(25)

  let pool: Pool
  let log: EventLog
  private let progress: ProjectionProgress
  let sharedState: SharedStateCache

  /// Creates a reader. With the `progress` of this process's projector, a wait ends as soon as the
  /// projector has reached the position.
  package init(pool: Pool, log: EventLog, progress: ProjectionProgress = ProjectionProgress()) {
    self.pool = pool
    self.log = log
    self.progress = progress
    sharedState = SharedStateCache(log)
  }

  /// The lanes of the log.
  package var lanes: [Int16] { log.lanes }

  /// Returns the public form of a position.
  package func token(_ position: Position) -> PositionToken { log.token(position) }

  /// Returns true if a token was issued in the present epoch.
  package func isCurrent(_ token: PositionToken) async throws -> Bool {
    try await log.isCurrent(token)
  }

  /// Waits until the projections cover a position; throws `positionNotReached` after `limit`.
  package func wait(
    for position: Position, within limit: Duration
  ) async throws {
    let deadline = ContinuousClock.now + limit
    let lanes = Set(position.lanes.keys)
    while true {
      let count = progress.count(of: lanes)
      if try await reached().covers(position) { return }
      let rest = deadline - .now
      guard rest > .zero else { throw ProjectionError.positionNotReached }
      await progress.move(since: count, within: min(rest, Self.waitPause))
      try Task.checkCancellation()
    }
  }

  /// Returns the entitlements of an account at a moment, with the levels of the catalog in force at
  /// that moment.
  ///
  /// - Parameter known: leaves out later records. The parameter has this meaning in every query
  ///   here.
  package func entitlements(
    of key: AccountKey, at moment: Instant, knownAt known: Instant? = nil
  ) async throws -> Answer<[Entitlement]> {
    let (chains, shared) = try await chainsAndShared(of: key, knownAt: known)
    let entitlements = Entitlements.evaluate(
      chains.value, at: moment, catalogs: shared.catalogs(of: key.bundleID))
    return Answer(entitlements, at: chains.position)
  }

  /// Returns the status of every subscription of an account at a moment, live or not.
  package func subscriptions(
    of key: AccountKey, at moment: Instant, knownAt known: Instant? = nil
  ) async throws -> Answer<[SubscriptionStatus]> {
    let (chains, shared) = try await chainsAndShared(of: key, knownAt: known)
    let catalogs = shared.catalogs(of: key.bundleID)
    let statuses = chains.value.compactMap {
      SubscriptionStatuses.evaluate($0, at: moment, catalogs: catalogs)
    }
    return Answer(statuses, at: chains.position)
  }

  /// Returns the known state of one chain; nil if the chain is unknown.
  package func purchase(
    _ chain: ChainID, knownAt known: Instant? = nil
  ) async throws -> Answer<ChainState>? {
    if let known {
      let past = try await HistoricalReader(log, knownAt: known)
      return try await past.chain(chain).map { Answer($0, at: past.reached) }
    }
    let position = try await reached()
    return try await read([chain]).first.map { Answer($0, at: position) }
  }

  /// Returns the names of the accounts in these events.
  package func names(in events: [RecordedEvent]) async throws -> [AccountReference: AccountID] {
    try await log.names(of: Array(Set(events.flatMap(\.event.accounts))))
  }

  /// Returns the chain of a transaction; nil if the transaction is unknown.
  package func chain(
    of transaction: TransactionID, in environment: StoreEnvironment
  ) async throws -> ChainID? {
    let rows = try await log.lookups.withConnection { connection in
      try await connection.query(.chainOfTransaction, log.lanes, transaction.rawValue)
    }
    return try rows.decode((String, OriginalTransactionID).self)
      .compactMap { ChainID(stored: $0, $1) }.first { $0.environment == environment }
  }

  /// Returns the position that the projections have reached, without the shared lane: a read never
  /// has to wait for that lane.
  package func reached() async throws -> Position {
    let rows = try await log.lookups.withConnection { [query = checkpoints.query(for: lanes)] in
      try await $0.query([query])[0]
    }
    return try reached(from: rows)
  }

  /// Returns the position from the rows of the checkpoints' query.
  func reached(from rows: Rows) throws -> Position {
    try checkpoints.position(of: rows, readingShared: false)
  }

  var checkpoints: CheckpointStore { CheckpointStore(of: ProjectionConsumer.name) }
}

extension Position {
  /// The position as reads report it, without the shared lane: a read always knows all of that
  /// lane.
  var withoutShared: Position { Position(lanes.filter { $0.key != 0 }) }
}

extension ChainID {
  /// Takes stored columns; nil for an environment of a newer writer.
  init?(stored environment: String, _ id: OriginalTransactionID) {
    guard let environment = StoreEnvironment(rawValue: environment) else { return nil }
    self.init(environment, id)
  }
}
