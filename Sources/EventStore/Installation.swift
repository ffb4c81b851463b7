package import Foundation
package import Ledger
package import Postgres
import Synchronization

/// What a ledger was founded with, and where it stands since a restore.
package struct Installation: Sendable, Hashable {
  /// How many lanes streams are spread over, numbered from 1; lane 0 stands beside them.
  package let laneCount: Int16
  /// Changes when a backup is restored; part of outward tokens.
  package let epoch: UUID
  /// Since when nothing goes out and nothing is granted, because a restore is not through; nil as a rule.
  package let heldSince: Instant?

  package var isHeld: Bool { heldSince != nil }

  package static let laneCountDefault: Int16 = 4

  /// Founds the ledger with so many lanes, or leaves it as it was founded before.
  package static func found(_ pool: Pool, lanes: Int16 = laneCountDefault) async throws {
    try await pool.withConnection { connection in
      _ = try await connection.query(EventStatements.installationFound, lanes)
    }
  }

  /// Throws `EventLogError.notFounded` before `migrate`.
  package static func read(_ pool: Pool) async throws -> Installation {
    let rows = try await pool.withConnection { connection in
      try await connection.query(EventStatements.installationRead)
    }
    guard let row = rows.first else { throw EventLogError.notFounded }
    return Installation(
      laneCount: try row.get(0), epoch: try row.get(1),
      heldSince: try row.optional(2, as: Timestamp.self).map(Instant.init))
  }
}

/// What one process last read of its installation.
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
  case notFounded
  /// A moment is beyond the year 9999, or a text holds a NUL or is longer than any Apple sends.
  case unstorable
  /// More waits to be written than is kept in memory.
  case overloaded
  /// The database keeps another dictionary under this program's number.
  case dictionaryDiffers
  /// A moment is asked about at which more may still be recorded.
  case momentAhead

  package var description: String {
    switch self {
    case .notFounded: "the ledger is not founded yet: run `daicho migrate`"
    case .unstorable:
      "a moment is beyond the year 9999, or a text holds a NUL character or more than 1024 bytes"
    case .momentAhead: "that moment has not passed yet by the database's clock"
    case .overloaded: "more waits to be written than is kept in memory: send it again"
    case .dictionaryDiffers: "the evidence dictionary is not the one this program writes with"
    }
  }
}
