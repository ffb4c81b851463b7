import EventStore
package import Ledger

extension Intake {
  private static let pageMax = 1_000

  /// Writes down that the developer takes part in a programme of Apple's. Returns after the commit.
  package func enter(
    _ programme: String, of bundleID: BundleID?, from: Instant, until: Instant?
  ) async throws -> ProgrammeEntered {
    let entered = ProgrammeEntered(
      programme: programme, bundleID: bundleID, from: from, until: until, enteredAt: now())
    _ = try await log.append([NewEvent(.programmeEntered(entered))])
    return entered
  }

  /// Every word on programmes, in the order in which it was recorded.
  package func programmes() async throws -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    while true {
      let page = try await log.events(
        of: .commons, after: events.last?.id.position ?? 0, limit: Self.pageMax)
      events += page.filter { if case .programmeEntered = $0.event { true } else { false } }
      if page.count < Self.pageMax { return events }
    }
  }
}
