import Intake
import Ledger
import Postgres

/// Makes a restored ledger whole again: a new epoch, everything held, what Apple still has taken in, and
/// then released.
///
/// A step that fails stops no other. The ledger stays held unless every step came to its end with nothing
/// missing, and unless there was one at all: without any nobody knows what is missing.
struct Recovery: Sendable {
  static let reason = "restored from a backup"

  let intake: Intake
  /// With the rights of the database's owner.
  let owner: Pool
  /// In the order in which they are done.
  let steps: [RecoveryStep]

  /// - Parameter keepsHeld: whether the ledger stays held even though nothing is missing.
  func recover(
    keepsHeld: Bool = false, onStep: @Sendable (RecoveryReport.Step) throws -> Void = { _ in }
  ) async throws -> RecoveryReport {
    let backupEndsAt = try await intake.recordedUntil()
    let opened = try await intake.openEpoch(because: Self.reason, by: owner)
    var done: [RecoveryReport.Step] = []
    for step in steps {
      let outcome = try await perform(step)
      try onStep(outcome)
      done.append(outcome)
    }
    if RecoveryReport.isWhole(done) && !keepsHeld { try await intake.release(by: owner) }
    return RecoveryReport(
      opened, backupEndsAt: backupEndsAt, steps: done, heldSince: try await intake.heldSince())
  }

  private func perform(_ step: RecoveryStep) async throws -> RecoveryReport.Step {
    do {
      return RecoveryReport.Step(step.name, try await step.work())
    } catch  where !Task.isCancelled {
      return RecoveryReport.Step(step.name, failure: "\(error)")
    }
  }
}
