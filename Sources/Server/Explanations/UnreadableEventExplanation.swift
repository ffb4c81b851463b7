package import EventStore
package import Ledger

/// An event that this program cannot read, as the database has it.
package struct UnreadableEventExplanation: Encodable, Sendable {
  let event: String
  let reason: String
  let columns: [String: String]

  /// Reads an event; nil if it can be read, or is not there.
  package static func read(
    _ id: EventID, in log: EventLog
  ) async throws -> UnreadableEventExplanation? {
    guard let raw = try await RawEvent.read(id, in: log), let reason = raw.reason else {
      return nil
    }
    return UnreadableEventExplanation(
      event: id.description, reason: reason.description, columns: raw.columns)
  }

  package var lines: [String] {
    ["\(event) cannot be read: \(reason)"]
      + columns.sorted { $0.key < $1.key }.map { "    \($0.key): \($0.value)" }
  }
}
