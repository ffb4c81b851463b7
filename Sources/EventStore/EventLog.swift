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
  /// The log of the outages of the database.
  package var outage: OutageLog { pool.outage }
  /// A pool for queries that read each row by an index key, where those of one round trip see one moment. The
  /// server cancels a query that takes longer than ten seconds.
  package let lookups: Pool
  package let memory = LogMemory()
  /// The clock that tells reads "now".
  package let clock = LedgerClock()
  package let rewrapping: KeyRewrapping
  package let positions: LogPositions
  package let reading: LogReader
  package let streams: StreamReader
  let reader: EventReader
  let preparation: DraftPreparation
  package let keyring: Keyring
  private let known: KnownInstallation
  private let evidence: EvidenceStore
  let appender: LogAppender
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
    self.keyring = keyring
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
        own, reader: reader, keyring: keyring, installation: installation, memory: memory,
        clock: clock))
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
    if let now = observed.map(\.clock).max() { clock.note(now) }
    if let last = observed.compactMap(\.recordedAt).max() { clock.note(recorded: last) }
    known.note(installation)
    return installation
  }

  /// Remembers the ends of lanes that another process saw, and compares them with the database. Pauses the
  /// ledger of a database that lacks them.
  package func recall(_ heads: [LaneHead]) async throws {
    memory.reach(heads, in: memory.generation)
    try await lookups.withConnection { [check] connection in try await check.run(on: connection) }
    try await readInstallation()
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

  /// Returns the part of a token's position that the present history shares with the one in which it was issued.
  package func shared(_ token: PositionToken) async throws -> Position {
    Epochs(try await reading.shared()).shared(token)
  }

  /// Returns true if a token was issued in the current epoch.
  package func isCurrent(_ token: PositionToken) async throws -> Bool {
    try await known.isCurrent(token)
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
