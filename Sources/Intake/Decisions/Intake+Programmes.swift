import EventStore
package import Ledger

extension Intake {
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
    try await log.commons().filter {
      if case .programmeEntered = $0.event { true } else { false }
    }
  }
}
