package import Foundation
package import Ledger
package import Postgres
import Synchronization

/// The fixed settings of a ledger and its state since a restore.
package struct Installation: Sendable, Hashable {
  /// The number of lanes for streams, numbered from 1. Lane 0 is additional.
  package let laneCount: Int16
  /// The generation of the database, which changes with each restore from backup. It is part of
  /// outward tokens.
  package let epoch: UUID
  /// The number of the epoch, which grows with each restore, whichever backup it was of; 0 for the first one.
  package let epochNumber: Int64
  /// The moment since which external effects and grants are paused because a restore is not
  /// finished; nil if the ledger is not paused.
  package let pausedSince: Instant?
  /// The reason of the pause, as a sentence without a period; nil if none was told.
  package let pausedBecause: String?

  package var isPaused: Bool { pausedSince != nil }

  package static let laneCountDefault: Int16 = 4

  /// Creates the ledger with this number of lanes. An existing ledger keeps its lanes and learns the
  /// names of new event types. Writes nothing if there are none.
  package static func create(_ pool: Pool, lanes: Int16 = laneCountDefault) async throws {
    let types = EventType.allCases.map(\.rawValue)
    let rows = try await pool.withConnection { connection in
      try await connection.query(.installationIsComplete, types)
    }
    guard try !rows[0].decode(Bool.self) else { return }
    try await pool.withTransaction { connection in
      _ = try connection.query(.installationCreate, lanes)
      _ = try connection.query(.lanesCreate)
      _ = try connection.query(
        .eventTypesAppend, types, EventType.allCases.map(\.name))
    }
  }

  /// Reads the installation. Throws `EventLogError.notCreated` before `migrate`.
  package static func read(_ pool: Pool) async throws -> Installation {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.installationRead)
    }
    guard let installation = try rows.decode(Installation.self).first else {
      throw EventLogError.notCreated
    }
    return installation
  }

  /// Creates the partitions that the next events need. Returns the number of created partitions.
  @discardableResult
  package static func extendPartitions(_ pool: Pool) async throws -> Int {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.partitionsExtend)
    }
    return Int(try rows[0].decode(Int32.self))
  }

  /// Begins another epoch and pauses the ledger from the epoch's moment on.
  ///
  /// - Parameter owner: a pool with the rights of the database's owner, because the application's
  ///   role may not do this.
  package static func open(
    _ opened: EpochOpened, after installation: Installation, by owner: Pool
  ) async throws {
    let number = Epochs.number(after: installation.epochNumber, at: opened.openedAt)
    try await owner.withConnection { connection in
      _ = try await connection.query(
        .installationOpenEpoch, opened.epoch, opened.openedAt, opened.reason, number)
    }
  }

  /// Notes the place where the ledger runs. Pauses a ledger that has come from another place, as a restored
  /// one. Returns true if it has.
  package static func notePlace(_ pool: Pool) async throws -> Bool {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.installationNotePlace)
    }
    return try rows[0].decode()
  }

  /// Resumes external effects and grants.
  package static func unpause(by owner: Pool) async throws {
    try await owner.withTransaction { try unpause(on: $0) }
  }

  /// Resumes external effects and grants, in a transaction of the database's owner.
  package static func unpause(on connection: isolated Connection) throws {
    _ = try connection.query(.installationUnpause)
  }
}

extension Installation: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    self.init(
      laneCount: try columns.next(), epoch: try columns.next(), epochNumber: try columns.next(),
      pausedSince: try columns.next(), pausedBecause: try columns.next())
  }
}

/// The head of a lane as of a moment, and the installation.
struct ObservedLane: Sendable, RowDecodable {
  let head: LaneHead
  /// The moment of the lane's last event; nil in an empty lane.
  let recordedAt: Instant?
  /// The database's clock.
  let clock: Instant
  let installation: Installation

  init(_ columns: inout ColumnReader) throws {
    head = LaneHead(
      lane: try columns.next(), position: try columns.next(), chain: try columns.next())
    recordedAt = try columns.next()
    clock = try columns.next()
    installation = try Installation(&columns)
  }
}

/// The installation as this process last read it.
final class KnownInstallation: Sendable {
  private let pool: Pool
  private let known: Mutex<Installation>

  init(_ installation: Installation, pool: Pool) {
    self.pool = pool
    known = Mutex(installation)
  }

  var value: Installation { known.withLock(\.self) }

  /// Reads the installation again. Another process may have opened an epoch or paused the ledger.
  func read() async throws -> Installation {
    let installation = try await Installation.read(pool)
    note(installation)
    return installation
  }

  func note(_ installation: Installation) {
    known.withLock { $0 = installation }
  }

  /// Returns true if a token was issued in the current epoch.
  func isCurrent(_ token: PositionToken) async throws -> Bool {
    if token.isOf(value.epoch) { return true }
    return token.isOf(try await read().epoch)
  }
}
