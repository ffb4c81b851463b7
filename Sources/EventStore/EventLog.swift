import Foundation
package import Ledger
package import Postgres

/// The append-only log of Apple's assertions and our decisions, in lanes, each stored once.
package struct EventLog: Sendable {
  package static let lookupsMaxDefault = 8

  private let known: KnownInstallation
  let pool: Pool
  /// A pool for queries that read each row by an index key. The server cancels a query that takes
  /// longer than ten seconds.
  package let lookups: Pool
  let strings: StringTable
  let reader: EventReader
  let headers: HeaderStore
  let packing: EvidencePacking
  let keyring: Keyring
  let writer: LogWriter
  package let memory = LogMemory()
  let settled: SettledMoment
  private let check: SessionCheck
  let cuts: CutQueue

  /// Opens a created log. Throws `EventLogError.notCreated` before `migrate`.
  ///
  /// - Parameter lookupsMax: the most sessions that look up what is stored.
  package init(
    _ pool: Pool, keyring: Keyring, lookupsMax: Int = lookupsMaxDefault
  ) async throws {
    let installation = try await Installation.read(pool)
    known = KnownInstallation(installation)
    self.pool = pool
    self.keyring = keyring
    strings = StringTable(pool: pool, memory: memory)
    settled = SettledMoment(memory)
    lookups = pool.sibling(size: lookupsMax) { options in
      options.planning = .once
      options.statementTimeout = .seconds(10)
    }
    reader = EventReader(pool: lookups, strings: strings)
    headers = HeaderStore(pool: pool, memory: memory)
    packing = try await EvidencePacking(stored: pool)
    let own = pool.sibling(size: 1) { options in
      options.planning = .once
      options.statementTimeout = .seconds(60)
    }
    writer = LogWriter(
      BatchCommitter(
        own, reader: reader, keyring: keyring, laneCount: installation.laneCount, memory: memory))
    check = SessionCheck(memory, strings, headers)
    for pool in [pool, lookups, own] { pool.inspectNewSessions(by: check.inspection) }
    let lanes = Array(0...installation.laneCount)
    cuts = CutQueue { try await Cut.take(of: lanes, in: pool) }
  }

  /// Refuses later appends and cuts, and returns once the earlier ones are answered. Reading goes on.
  ///
  /// Whoever opened the log closes it, before the pool. Cancellation cuts off the commit in progress.
  package func close() async {
    await writer.close()
    await cuts.close()
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

  /// The installation as last read. The number of lanes never changes.
  package var installation: Installation { known.value }

  /// Reads the installation again. Another process may have opened an epoch or paused the ledger.
  @discardableResult
  package func readInstallation() async throws -> Installation {
    let installation = try await Installation.read(lookups)
    known.value = installation
    return installation
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
    known.value = installation
    return installation
  }

  /// Returns a position as callers outside see it.
  package func token(_ position: Position) -> PositionToken {
    PositionToken(position, in: installation.epoch)
  }

  /// Returns true if a token was issued in the current epoch.
  package func isCurrent(_ token: PositionToken) async throws -> Bool {
    if token.isOf(installation.epoch) { return true }
    return token.isOf(try await readInstallation().epoch)
  }

  /// The lanes over which streams are distributed.
  package var lanes: [Int16] { Array(1...installation.laneCount) }

  package func lane(of stream: StreamID) -> Int16 {
    lane(of: stream.key)
  }

  func lane(of key: UUID) -> Int16 {
    StreamID.lane(of: key, among: installation.laneCount)
  }

  /// The number of this process's appends that are not answered yet.
  package var unansweredCount: Int { writer.unansweredCount }

  /// The error of the last commit of this process, if it was a few seconds ago and may pass.
  package var recentWriteFailure: PostgresError? { writer.recentFailure }

  /// Returns the current position of every lane of streams, and of lane 0 on request.
  package func position(withShared: Bool = false) async throws -> Position {
    let asked = withShared ? [0] + lanes : lanes
    let rows = try await pool.withConnection { connection in
      try await connection.query(.lanePositions, asked)
    }
    var position = Position()
    for row in rows {
      position.reach(try row.decode(EventID.self))
    }
    return position
  }
}
