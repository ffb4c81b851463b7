import AppStore
import Ledger
import Testing

@testable import Intake

/// The words that come of taking something in and stay in tables: states, and codes of refusals.
@Suite struct `Stored words of the intake` {
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
      (.unpriced, "unpriced"), (.unreadable, "unreadable"), (.refused, "refused"),
    ] as [(GrantingLane.Reason, String)])
  func `tell why a chain waits for its grants`(reason: GrantingLane.Reason, word: String) {
    #expect(reason.rawValue == word)
  }

  @Test(
    arguments: [
      (.ownedByAnother, "owned_by_another_account"),
      (.coolingDown(until: Instant(milliseconds: 0)), "cooling_down"),
      (.reasonMissing, "reason_missing"), (.nothingToUndo, "nothing_to_undo"),
    ] as [(OwnershipRefusal, String)])
  func `tell why a link is refused`(refusal: OwnershipRefusal, word: String) {
    #expect(refusal.code == word)
  }

  @Test(
    arguments: [
      (.unstorable, "unstorable_text"),
      (Refusal(TranslationError.missing(field: "price")), "incomplete_payload"),
      (Refusal(TranslationError.unknownEnvironment(field: "environment")), "unknown_environment"),
      (Refusal(VerificationError.signedInTheFuture), "signed_in_the_future"),
      (Refusal(VerificationError.untrustedRoot), "untrusted_root"),
    ] as [(Refusal, String)])
  func `tell why something was not taken in`(refusal: Refusal, word: String) {
    #expect(refusal.code == word)
  }
}
