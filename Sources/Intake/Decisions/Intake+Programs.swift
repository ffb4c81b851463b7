import EventStore
package import Ledger

extension Intake {
  /// Records that the developer takes part in one of Apple's programs. Returns after the commit.
  package func enter(
    _ program: String, of bundleID: BundleID?, from: Instant, until: Instant?
  ) async throws -> ProgramEntered {
    let entered = ProgramEntered(
      program: program, bundleID: bundleID, from: from, until: until, enteredAt: now())
    _ = try await log.append([NewEvent(.shared(.programEntered(entered)))])
    return entered
  }

  /// Returns every event about programs, in recording order.
  package func programs() async throws -> [RecordedEvent] {
    try await log.shared().filter {
      if case .shared(.programEntered) = $0.event { true } else { false }
    }
  }
}
