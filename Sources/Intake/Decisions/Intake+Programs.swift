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

  /// Withdraws an entry of a program that was made by mistake: it covers no charge any more. Returns
  /// nil if no such entry stands.
  package func withdrawProgram(
    _ name: String, of bundleID: BundleID?, from: Instant
  ) async throws -> ProgramEntered? {
    let entry = Program(name, in: bundleID, from: from, until: from)
    let standing = SharedState(try await log.shared()).programs.first { $0.isSame(as: entry) }
    guard let standing, standing.until != from else { return nil }
    return try await enter(name, of: bundleID, from: from, until: from)
  }

  /// Returns every event about programs, in recording order.
  package func programs() async throws -> [RecordedEvent] {
    try await log.shared().filter {
      if case .shared(.programEntered) = $0.event { true } else { false }
    }
  }
}
