import EventStore
import Intake
package import Ledger

/// The result of unpausing a ledger, which runs in its present place from then on.
package struct UnpauseBody: Encodable {
  /// The moment since which the ledger was paused; nil if it was not.
  let pausedSince: String?
  /// The place in which a ledger last ran that was not paused; nil if that is the present one.
  let placeBefore: String?

  /// Unpauses the ledger and notes its place. A ledger from another place that no server has paused yet only gets its
  /// place noted.
  package init(
    releasing recovery: Recovery, signed signature: ActSignature? = nil
  ) async throws {
    let installation = recovery.intake.installation
    pausedSince = try await installation.pausedSince()?.description
    placeBefore = try await Failure.namingOwner {
      try await Inspection(recovery.owner).foreignPlace()
    }
    guard pausedSince != nil || placeBefore != nil else { return }
    try await Failure.namingOwner {
      try await installation.unpause(by: recovery.owner, signed: signature)
    }
  }

  package var sentence: String {
    if let pausedSince { return "Unpaused the ledger, which was paused since \(pausedSince)." }
    guard let placeBefore else { return "The ledger is not paused." }
    return "The ledger is not paused. It last ran in \(placeBefore); from now on its place is "
      + "this database. If it was restored from a backup, run `daicho recover --restored` before "
      + "`daicho serve`."
  }
}
