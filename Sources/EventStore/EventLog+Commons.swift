package import Ledger

extension EventLog {
  /// What every rule reads, in the order in which it was recorded.
  ///
  /// - Parameter end: up to this position of lane 0.
  package func commons(upTo end: Int64 = .max) async throws -> [RecordedEvent] {
    try await events(of: .commons, upTo: end)
  }

  /// The next event that every rule reads, after a position of lane 0; nil where there is none yet.
  package func nextCommon(after position: Int64) async throws -> RecordedEvent? {
    try await events(of: .commons, after: position, limit: 1).first
  }
}
