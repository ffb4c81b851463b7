import Intake
package import Ledger

/// The result of unpausing a ledger.
package struct UnpauseBody: Encodable {
  /// The moment since which the ledger was paused; nil if it was not.
  let pausedSince: String?

  package init(
    releasing recovery: Recovery, signed signature: ActSignature? = nil
  ) async throws {
    pausedSince = try await recovery.intake.installation.pausedSince()?.description
    guard pausedSince != nil else { return }
    try await Failure.namingOwner {
      try await recovery.intake.installation.unpause(
        by: recovery.owner, signed: signature)
    }
  }

  package var sentence: String {
    pausedSince.map { "Unpaused the ledger, which was paused since \($0)." }
      ?? "The ledger is not paused."
  }
}
