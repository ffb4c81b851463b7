package import Ledger

extension EventLog {
  private static let pageMax = 1_000

  /// What every rule reads, in the order in which it was recorded.
  package func commons() async throws -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    while true {
      let page = try await self.events(
        of: .commons, after: events.last?.id.position ?? 0, limit: Self.pageMax)
      events += page
      if page.count < Self.pageMax { return events }
    }
  }
}
