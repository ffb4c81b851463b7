package import Ledger

extension EventLog {
  /// Returns the events of the shared lane, lane 0, in recording order.
  ///
  /// - Parameter end: the last position of lane 0 to read.
  package func shared(upTo end: Int64 = .max) async throws -> [RecordedEvent] {
    try await events(of: .shared, upTo: end)
  }

  /// Returns the next event of the shared lane after a position; nil if there is none yet.
  package func nextCommon(after position: Int64) async throws -> RecordedEvent? {
    try await events(of: .shared, after: position, limit: 1).first
  }
}
