import Foundation
package import Ledger
package import Postgres

/// The append-only log: what Apple told us and what we decided, in lanes, once.
package struct EventLog: Sendable {
  private static let lookupsMax = 8

  private let known: KnownInstallation
  let pool: Pool
  /// For questions that one index answers, each row by its key.
  package let lookups: Pool
  let words: WordDictionary
  let reader: EventReader
  let headers: HeaderStore
  let packing: EvidencePacking
  let keyring: Keyring
  let writer: LogWriter
  let settled = Settled()

  /// Opens a founded log; throws `EventLogError.notFounded` before `migrate`.
  package init(_ pool: Pool, keyring: Keyring) async throws {
    let installation = try await Installation.read(pool)
    known = KnownInstallation(installation)
    self.pool = pool
    self.keyring = keyring
    words = WordDictionary(pool: pool)
    lookups = pool.sibling(size: Self.lookupsMax) { options in options.planning = .once }
    reader = EventReader(pool: lookups, words: words)
    headers = HeaderStore(pool: pool)
    packing = try await EvidencePacking(stored: pool)
    let own = pool.sibling(size: 1) { options in
      options.planning = .once
      options.statementTimeout = .seconds(60)
    }
    writer = LogWriter(
      own, reader: reader, keyring: keyring, laneCount: installation.laneCount)
  }

  /// As it was read last. The number of lanes never changes.
  package var installation: Installation { known.value }

  /// Reads it again: another process may have opened an epoch, or hold the ledger.
  @discardableResult
  package func readInstallation() async throws -> Installation {
    let installation = try await Installation.read(lookups)
    known.value = installation
    return installation
  }

  /// A position as it is told to the outside.
  package func token(_ position: Position) -> PositionToken {
    PositionToken(position, in: installation.epoch)
  }

  /// Whether a token was told in the epoch that is.
  package func isCurrent(_ token: PositionToken) async throws -> Bool {
    if token.isOf(installation.epoch) { return true }
    return token.isOf(try await readInstallation().epoch)
  }

  /// The lanes that streams are spread over.
  package var lanes: [Int16] { Array(1...installation.laneCount) }

  package func lane(of stream: StreamID) -> Int16 {
    lane(of: stream.key)
  }

  func lane(of key: UUID) -> Int16 {
    StreamID.lane(of: key, among: installation.laneCount)
  }

  /// How many appends of this process are not answered yet.
  package var unansweredCount: Int { writer.unansweredCount }

  /// How far every lane has come.
  package func position() async throws -> Position {
    let rows = try await pool.withConnection { [lanes] connection in
      try await connection.query(EventStatements.lanePositions, lanes)
    }
    var position = Position()
    for row in rows {
      position.reach(EventID(lane: try row.get(0), position: try row.get(1)))
    }
    return position
  }
}
