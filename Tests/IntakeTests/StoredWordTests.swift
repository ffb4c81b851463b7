import AppStore
import Ledger
import Testing

@testable import Granting
@testable import Intake

/// The words of the intake that stay in tables: states, and codes of rejections.
struct StoredWordTests {
  @Test(
    arguments: [
      (.pending, "pending"), (.rejected, "rejected"), (.settled, "settled"),
    ] as [(SubmissionState, String)])
  func `name the states of a receipt`(state: SubmissionState, word: String) {
    #expect(state.rawValue == word)
    #expect(SubmissionState(rawValue: word) == state)
  }

  @Test(
    arguments: [
      (.unpriced, "unpriced"), (.rejected, "refused"),
    ] as [(GrantingWaits.Reason, String)])
  func `tell why a chain waits for its grants`(reason: GrantingWaits.Reason, word: String) {
    #expect(reason.rawValue == word)
  }

  @Test(
    arguments: [
      (.ownedByAnother, "owned_by_another_account"),
      (.coolingDown(until: Instant(milliseconds: 0)), "cooling_down"),
      (.reasonMissing, "reason_missing"), (.nothingToUndo, "nothing_to_undo"),
    ] as [(OwnershipRejection, String)])
  func `tell why a link is rejected`(rejection: OwnershipRejection, word: String) {
    #expect(rejection.code == word)
  }

  @Test(
    arguments: [
      (.unstorable, "unstorable_text"),
      (Rejection(TranslationError.missing(field: "price")), "incomplete_payload"),
      (Rejection(TranslationError.outOfBounds(field: "price")), "price_out_of_bounds"),
      (Rejection(TranslationError.unknownEnvironment(field: "environment")), "unknown_environment"),
      (Rejection(VerificationError.signedInTheFuture), "signed_in_the_future"),
      (Rejection(VerificationError.untrustedRoot), "untrusted_root"),
      (Rejection(VerificationError.certificateRevoked), "certificate_revoked"),
      (
        Rejection(VerificationError.revocationStatusUnavailable), "revocation_status_unavailable"
      ),
    ] as [(Rejection, String)])
  func `tell why something was not ingested`(rejection: Rejection, word: String) {
    #expect(rejection.code == word)
  }
}
