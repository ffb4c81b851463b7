package import Ledger

extension EventLog {
  private static let pageMax = 1_000

  /// What every rule reads, in the order in which it was recorded.
  ///
  /// - Parameter end: up to this position of lane 0.
  package func commons(upTo end: Int64 = .max) async throws -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    while true {
      let page = try await self.events(
        of: .commons, after: events.last?.id.position ?? 0, limit: Self.pageMax)
      events += page.prefix { $0.id.position <= end }
      if page.count < Self.pageMax || page.last.map({ $0.id.position >= end }) ?? true {
        return events
      }
    }
  }
}

extension EventLog {
  /// The next event that every rule reads, after a position of lane 0; nil where there is none yet.
  package func nextCommon(after position: Int64) async throws -> RecordedEvent? {
    try await events(of: .commons, after: position, limit: 1).first
  }
}
