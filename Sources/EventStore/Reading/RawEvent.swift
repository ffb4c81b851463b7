package import Ledger
import Postgres

/// A stored row as the database has it: for an event that no program here can read.
package struct RawEvent: Sendable, Hashable {
  package let id: EventID
  /// The columns that hold something, by name, with bytes in hexadecimal.
  package let columns: [String: String]
  /// The reason for which this version cannot read the event; nil if it can.
  package let reason: StoredEventError?

  /// Reads the row of an event; nil if there is none.
  package static func read(_ id: EventID, in log: EventLog) async throws -> RawEvent? {
    let rows = try await log.pool.withConnection { connection in
      try await connection.query(.eventRaw, id.lane, id.position)
    }
    guard !rows.isEmpty else { return nil }
    let columns = try rows.decode((String, String).self)
    let reason: StoredEventError? =
      if case .failure(let event) = try await LenientReader(log).event(id) { event.reason } else {
        nil
      }
    return RawEvent(
      id: id, columns: Dictionary(columns, uniquingKeysWith: { $1 }), reason: reason)
  }
}
