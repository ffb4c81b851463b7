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
  /// The moment since which external effects and grants are paused because a restore is not
  /// finished; nil if the ledger is not paused.
  package let pausedSince: Instant?
  /// The reason of the pause, as a sentence without a period; nil if none was told.
  package let pausedBecause: String?

  package var isPaused: Bool { pausedSince != nil }

  package static let laneCountDefault: Int16 = 4

  /// Creates the ledger with this number of lanes. An existing ledger keeps its lanes and learns the
  /// names of new event types.
  package static func create(_ pool: Pool, lanes: Int16 = laneCountDefault) async throws {
    try await pool.withTransaction { connection in
      _ = try connection.query(.installationCreate, lanes)
      _ = try connection.query(.lanesCreate)
      _ = try connection.query(
        .eventTypesAppend, EventType.allCases.map(\.rawValue), EventType.allCases.map(\.name))
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
}

extension Installation: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    self.init(
      laneCount: try columns.next(), epoch: try columns.next(), pausedSince: try columns.next(),
      pausedBecause: try columns.next())
  }
}

/// The head of a lane as of a moment, and the installation.
struct ObservedLane: Sendable, RowDecodable {
  let head: LaneHead
  let installation: Installation

  init(_ columns: inout ColumnReader) throws {
    head = LaneHead(
      lane: try columns.next(), position: try columns.next(), chain: try columns.next())
    installation = try Installation(&columns)
  }
}

/// The installation as this process last read it.
final class KnownInstallation: Sendable {
  private let known: Mutex<Installation>

  init(_ installation: Installation) {
    known = Mutex(installation)
  }

  var value: Installation {
    get { known.withLock(\.self) }
    set { known.withLock { $0 = newValue } }
  }
}

package enum EventLogError: Error, Hashable, Sendable, CustomStringConvertible {
  case notCreated
  /// A moment is beyond the year 9999, or a text holds a NUL or is longer than any text from Apple.
  case unstorable
  /// The ledger is paused, and the append is one that a paused ledger refuses.
  case paused
  /// Too many appends wait in memory.
  case overloaded
  /// The database stores a different dictionary under this program's number.
  case dictionaryDiffers
  /// The log was closed by its owner, and takes no more appends and cuts.
  case closed
  /// The requested moment has not passed, so further events may still be recorded before it.
  case momentAhead

  package var description: String {
    switch self {
    case .notCreated: "the ledger is not created yet: run `daicho migrate`"
    case .unstorable:
      "a moment is beyond the year 9999, or a text holds a NUL character or more than 1024 bytes"
    case .paused: "the ledger is paused: run `daicho recover`"
    case .momentAhead: "that moment has not passed yet by the database's clock"
    case .overloaded: "too many requests wait to be written: send it again"
    case .closed: "the server is shutting down: send it again"
    case .dictionaryDiffers: "the evidence dictionary is not the one this program writes with"
    }
  }
}
