import EventStore
import Intake

/// The statement of a person that a master key is lost for good, and what follows from it: its streams go
/// on with other keys, and the evidence that it sealed counts as lost.
package struct MasterKeyLoss {
  /// The number of streams with keys that were put aside.
  package let streams: Int
  private let masterKeyID: String

  /// Records the loss and puts the keys aside that do not open. Throws if there are none.
  package init(
    of masterKeyID: String, author: String, reason: String, in composition: Composition
  ) async throws {
    try await self.init(
      of: masterKeyID, author: author, reason: reason,
      KeyLoss(of: masterKeyID, composition.database.pool, keyring: composition.keyring),
      recordedBy: composition.intake.installation)
    // The key that seals from now on was not noted while the file lacked the lost one.
    try await MasterKeyRegister(composition.database.pool).admit(composition.keyring)
  }

  /// A loss that was interrupted is stated again: the rest of the keys is put aside then.
  init(
    of masterKeyID: String, author: String, reason: String, _ loss: KeyLoss,
    recordedBy decisions: InstallationDecisions
  ) async throws {
    let count = try await loss.count()
    guard count > 0 else {
      throw Failure(
        "nothing is lost: every data key under the master key \(masterKeyID) opens with the file of "
          + "DAICHO_ENCRYPTION_KEY_FILE, or there is none; if rows name a key that never was, `daicho "
          + "verify` names the statement that mends them; jobs under a lost key are deleted by `delete from job where "
          + "master_key = '\(masterKeyID)'` as the owner of the database, and `daicho reconcile repair` after it lets "
          + "their clients post again")
    }
    try await decisions.recordLoss(
      of: masterKeyID, streams: count, author: author, reason: reason)
    self.masterKeyID = masterKeyID
    streams = try await loss.putAside()
  }

  package var sentence: String {
    "The evidence of \(streams) streams under \(masterKeyID) is lost. They go on with other keys; an "
      + "account's name is known again with its next purchase."
  }
}
