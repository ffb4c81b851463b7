package import Intake
package import Ledger
package import Postgres

/// The recovery of a restored ledger: begins a new epoch, pauses the ledger, ingests what Apple
/// still has, and unpauses the ledger.
///
/// A step that fails does not stop the others. The ledger stays paused unless every step finished
/// with nothing missing. It also stays paused if there was no step, since then it is unknown what
/// is missing.
package struct Recovery: Sendable {
  static let reason = "restored from a backup"

  package let intake: Intake
  /// The pool with the rights of the database's owner.
  package let owner: Pool
  /// The steps, in the order of execution.
  let steps: [RecoveryStep]

  init(intake: Intake, owner: Pool, steps: [RecoveryStep]) {
    self.intake = intake
    self.owner = owner
    self.steps = steps
  }

  /// Creates a recovery whose steps refill the ledger from Apple.
  package init(_ composition: Composition) {
    self.init(
      intake: composition.intake, owner: composition.database.owner,
      steps: RecoverySteps(composition).all)
  }

  /// - Parameters:
  ///   - keepsPaused: true if the ledger stays paused even if nothing is missing.
  ///   - signature: the person who recovers the ledger, which is recorded; nil if the program does by itself.
  package func recover(
    keepsPaused: Bool = false, signed signature: ActSignature? = nil,
    onStep: @Sendable (RecoveryReport.Step) throws -> Void = { _ in }
  ) async throws -> RecoveryReport {
    let backupEndsAt = try await intake.installation.recordedUntil()
    let opened = try await Failure.namingOwner {
      try await intake.installation.openEpoch(
        because: Self.reason, by: owner, signed: signature)
    }
    var done: [RecoveryReport.Step] = []
    for step in steps {
      let outcome = try await perform(step)
      try onStep(outcome)
      done.append(outcome)
    }
    if RecoveryReport.isWhole(done) && !keepsPaused {
      try await intake.installation.unpause(by: owner, signed: signature)
    }
    return RecoveryReport(
      opened, backupEndsAt: backupEndsAt, steps: done,
      pausedSince: try await intake.installation.pausedSince())
  }

  private func perform(_ step: RecoveryStep) async throws -> RecoveryReport.Step {
    do {
      return RecoveryReport.Step(step.name, try await step.work())
    } catch  where !Task.isCancelled {
      return RecoveryReport.Step(step.name, failure: "\(error)")
    }
  }
}

/// A part of refilling a restored ledger from Apple, such as the notification sweep of one app.
///
/// The work can be repeated: nothing is ingested twice.
struct RecoveryStep: Sendable {
  /// The figures of a step: `expected` is what Apple has, `present` what the backup had of it,
  /// `repaired` what was ingested now.
  struct Figures: Hashable, Sendable, Encodable {
    var expected = 0
    var present = 0
    var repaired = 0

    var missing: Int { max(0, expected - present - repaired) }
  }

  /// The name in the report, such as `notifications of com.example.game in Production`.
  let name: String
  let work: @Sendable () async throws -> Figures
}
