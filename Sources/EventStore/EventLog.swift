package import Ledger
package import Postgres

/// The append-only log of Apple's assertions and our decisions, in lanes, each stored once.
///
/// The log, like the intake and the readers, is a reference: nearly every part of the server holds it,
/// and a copy of all its parts in each of them would cost more than the work.
package final class EventLog: Sendable {
  package static let lookupsMaxDefault = 8
  /// The channel on which an append names its lanes, comma-separated. A notification is only a hint
  /// to read the lanes.
  package static let channel = "daicho_events"

  let pool: Pool
  /// A pool for queries that read each row by an index key, where those of one round trip see one moment. The
  /// server cancels a query that takes longer than ten seconds.
  package let lookups: Pool
  package let memory = LogMemory()
  package let rewrapping: KeyRewrapping
  package let positions: LogPositions
  package let reading: LogReader
  package let streams: StreamReader
  let reader: EventReader
  let preparation: DraftPreparation
  private let known: KnownInstallation
  private let evidence: EvidenceStore
  private let appender: LogAppender
  private let writer: LogWriter
  private let check: SessionCheck

  /// Opens a created log. Throws `EventLogError.notCreated` before `migrate`.
  ///
  /// - Parameter lookupsMax: the most sessions that look up what is stored.
  package init(
    _ pool: Pool, keyring: Keyring, lookupsMax: Int = lookupsMaxDefault
  ) async throws {
    let installation = try await Installation.read(pool)
    let laneCount = installation.laneCount
    let lanes = Array(1...laneCount)
    self.pool = pool
    lookups = pool.sibling(size: lookupsMax) { options in
      options.planning = .once
      options.readsOneMoment = true
      options.statementTimeout = .seconds(10)
    }
    let own = pool.sibling(size: 1) { options in
      options.planning = .once
      options.statementTimeout = .seconds(60)
    }
    known = KnownInstallation(installation, pool: lookups)
    rewrapping = KeyRewrapping(pool, keyring: keyring, lanes: [0] + lanes)
    positions = LogPositions(pool, lanes: lanes, memory: memory)
    let strings = StringTable(pool: pool, memory: memory)
    let headers = HeaderStore(pool: pool, memory: memory)
    reader = EventReader(pool: lookups, strings: strings)
    streams = StreamReader(reader, strings)
    reading = LogReader(reader, planned: pool, laneCount: laneCount)
    evidence = try await EvidenceStore(
      pool, keyring: keyring, headers: headers, laneCount: laneCount)
    preparation = DraftPreparation(
      strings: strings, evidence: evidence, memory: memory, laneCount: laneCount)
    writer = LogWriter(
      BatchCommitter(
        own, reader: reader, keyring: keyring, installation: installation, memory: memory))
    appender = LogAppender(preparation, writer, reader: reader, laneCount: laneCount)
    check = SessionCheck(memory, strings, headers)
    for pool in [pool, lookups, own] { inspectNewSessions(of: pool) }
  }

  /// Compares each new session of a pool with what this process remembers of the log. The pools of the log itself
  /// are inspected already.
  package func inspectNewSessions(of pool: Pool) {
    pool.inspectNewSessions(by: check.inspection)
  }

  /// Refuses later appends and cuts, and returns once the earlier ones are answered. Reading goes on.
  ///
  /// Whoever opened the log closes it, before the pool. Cancellation cuts off the commit in progress.
  package func close() async {
    await writer.close()
    await positions.close()
  }

  /// Runs the body and closes the log afterwards.
  package func closing<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      let result = try await body()
      await close()
      return result
    } catch {
      await close()
      throw error
    }
  }

  /// Notes how far the log has come, by one statement. Forgets everything remembered if the log has
  /// lost commits. Returns the installation.
  @discardableResult
  package func observe() async throws -> Installation {
    let generation = memory.generation
    let rows = try await lookups.withConnection { [check, memory, lanes] connection in
      let rows = try await connection.query(.installationObserve, [0] + lanes)
      if memory.isAhead(of: try rows.decode(ObservedLane.self).map(\.head)) {
        try await check.run(on: connection)
        return try await connection.query(.installationObserve, [0] + lanes)
      }
      return rows
    }
    let observed = try rows.decode(ObservedLane.self)
    guard let installation = observed.first?.installation else { throw EventLogError.notCreated }
    memory.reach(observed.map(\.head), in: generation)
    known.note(installation)
    return installation
  }

  /// The number of this process's appends that are not answered yet.
  package var unansweredCount: Int { writer.unansweredCount }

  /// The error of the last commit of this process, if it was a few seconds ago and may pass.
  package var recentWriteFailure: PostgresError? { writer.recentFailure }
}

/// The installation, its lanes, its partitions and its epoch.
extension EventLog {
  /// The installation as last read. The number of lanes never changes.
  package var installation: Installation { known.value }

  /// Reads the installation again. Another process may have opened an epoch or paused the ledger.
  @discardableResult
  package func readInstallation() async throws -> Installation { try await known.read() }

  /// Creates the partitions that the next events need. Returns the number of created partitions.
  @discardableResult
  package func extendPartitions() async throws -> Int {
    try await Installation.extendPartitions(pool)
  }

  /// The lanes over which streams are distributed.
  package var lanes: [Int16] { Array(1...installation.laneCount) }

  package func lane(of stream: StreamID) -> Int16 {
    StreamID.lane(of: stream.key, among: installation.laneCount)
  }

  /// Returns a position as callers outside see it.
  package func token(_ position: Position) -> PositionToken {
    PositionToken(position, in: installation.epoch)
  }

  /// Returns true if a token was issued in the current epoch.
  package func isCurrent(_ token: PositionToken) async throws -> Bool {
    try await known.isCurrent(token)
  }
}

/// Appends and decisions.
extension EventLog {
  /// Appends these events. Leaves out events that are stored already and reports their ids.
  ///
  /// Returns after the commit. On an error nothing was stored, unless the connection was lost; then
  /// a repetition is safe. Evidence is stored only if an event that rests on it is stored. A name
  /// is stored only with the first claim of its account.
  ///
  /// - Parameters:
  ///   - forgotten: the streams whose keys and names are destroyed in the same commit, so that their
  ///     evidence is permanently unreadable.
  ///   - isRefusedWhilePaused: true to throw `EventLogError.paused` while the ledger is paused. The
  ///     pause is read under the locks of the lanes, so that a shared event which is appended after
  ///     the pause follows every append that was not refused.
  package func append(
    _ events: [NewEvent], names: [AccountName] = [], forgetting forgotten: [StreamID] = [],
    isRefusedWhilePaused: Bool = false
  ) async throws -> Appended {
    try await appender.append(
      AppendRequest(
        events: events, names: names, forgotten: forgotten,
        isRefusedWhilePaused: isRefusedWhilePaused))
  }

  /// Decides under the lock of the stream's lane and appends the resulting events. Returns after
  /// the commit.
  ///
  /// On an error nothing was decided, unless the connection was lost. In that case a repeated
  /// decision must recognize the first one in the stream.
  ///
  /// - Parameters:
  ///   - forgotten: the streams whose keys and names are destroyed in the same commit, if an event is decided.
  ///   - isRefusedWhilePaused: true to throw `EventLogError.paused` while the ledger is paused, as
  ///     `append` does.
  package func decide<Rule: Decider>(
    _ rule: Rule, in folds: AggregateCache<Rule.State>, names: [AccountName] = [],
    forgetting forgotten: [StreamID] = [], isRefusedWhilePaused: Bool = false
  ) async throws -> Decided<Rule.Verdict> {
    try await appender.decide(
      rule, in: folds,
      with: AppendRequest(
        events: [], names: names, forgotten: forgotten, isRefusedWhilePaused: isRefusedWhilePaused))
  }

  /// Decides as ``decide(_:in:names:forgetting:isRefusedWhilePaused:)`` does, by the shared state as of the lock.
  package func decide<Rule: InformedDecider>(
    _ rule: Rule, in folds: AggregateCache<Rule.State>, knowing sharedState: SharedStateCache,
    names: [AccountName] = []
  ) async throws -> Decided<Rule.Verdict> {
    try await appender.decide(
      rule, in: folds, knowing: sharedState, with: AppendRequest(events: [], names: names))
  }

  /// Decides on two streams under the locks of both lanes, as ``decide(_:in:names:)`` does on one.
  package func decide<Rule: PairDecider>(
    _ rule: Rule, in folds: AggregateCache<Rule.Fold.State>, names: [AccountName] = [],
    isRefusedWhilePaused: Bool = false
  ) async throws -> Decided<Rule.Verdict> {
    try await appender.decide(
      rule, in: folds,
      with: AppendRequest(
        events: [], names: names, isRefusedWhilePaused: isRefusedWhilePaused))
  }

  /// Appends events with what a decision completes them by, while the lanes of all their streams are locked.
  /// Returns after the commit; nil if the decision does not admit the events, so that nothing is appended.
  ///
  /// Throws `paused` while the ledger is paused, and `decidedBefore` if a decided event is stored already.
  ///
  /// - Parameters:
  ///   - isNew: true if the stream of the events' subject is likely to be new, so that it is not read before
  ///     the locks.
  ///   - companion: the statements to execute in the same transaction.
  package func append<Rule: CompletingDecider>(
    _ events: [NewEvent], names: [AccountName], completedBy rule: Rule,
    in caches: CompletionCaches<Rule>, isNew: Bool, with companion: Companion<Rule.Verdict>
  ) async throws -> Decided<Rule.Verdict>? {
    try await appender.append(
      AppendRequest(events: events, names: names, isRefusedWhilePaused: true), completedBy: rule,
      in: caches, isNew: isNew, with: companion)
  }

  /// Returns a part of the state of a stream as this process knows it, which may be behind; nil if it does not.
  package func known<Fold: AggregateFold, Part: Sendable>(
    of fold: Fold, in folds: AggregateCache<Fold.State>,
    _ part: @Sendable (Fold.State) -> Part
  ) -> Part? {
    appender.known(of: fold, in: folds, part)
  }

  /// Returns the state on which a decision would be made now, and the position up to which the
  /// stream's lane was read. Takes no lock, so another decision may be made meanwhile.
  package func state<Fold: AggregateFold>(
    of fold: Fold, in folds: AggregateCache<Fold.State>
  ) async throws -> (state: Fold.State, position: Position) {
    try await appender.state(of: fold, in: folds)
  }
}

/// Positions and cuts.
extension EventLog {
  /// Takes a cut, which is the only "now" across lanes. Every append that had returned is in it.
  package func cut() async throws -> Cut { try await positions.cut() }

  /// Returns the current position of every lane of streams, and of lane 0 on request.
  package func position(withShared: Bool = false) async throws -> Position {
    try await positions.current(withShared: withShared)
  }

  /// Returns the position of the log at a moment. Events recorded later never count as known then.
  ///
  /// Throws `momentAhead` for a moment that has not passed.
  package func position(knownAt moment: Instant) async throws -> Position {
    try await positions.position(knownAt: moment)
  }
}

/// Evidence and names.
extension EventLog {
  /// Returns the evidence stored with an event; nil if the event brought none.
  package func evidence(of id: EventID) async throws -> KeptEvidence? {
    try await evidence.evidence(of: id)
  }

  /// Returns the next evidence of a lane after a position and up to another, opened and unpacked.
  package func evidence(
    lane: Int16, after position: Int64, upTo end: Int64, limit: Int
  ) async throws -> [CarriedEvidence] {
    try await evidence.evidence(lane: lane, after: position, upTo: end, limit: limit)
  }

  /// Returns the names of these accounts, without unknown and erased names.
  package func names(
    of references: [AccountReference]
  ) async throws -> [AccountReference: AccountID] {
    try await evidence.names(of: references)
  }
}
