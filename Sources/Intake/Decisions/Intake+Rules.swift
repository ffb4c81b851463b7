import EventStore
import Ledger

extension Intake {
  /// Records the number of this build's rules if another one was recorded last, or none. Two servers
  /// that start at once may both record it, which changes nothing.
  package func noteRules() async throws {
    let state = SharedState(try await log.shared())
    guard state.rules != RulesChanged.present else { return }
    let change = RulesChanged(number: RulesChanged.present, changedAt: now())
    _ = try await append([NewEvent(.shared(.rulesChanged(change)))])
  }
}
