import Ledger
import Outbox
import TestSupport
import Testing

struct JobTransitionTests {
  private static let now = TestLedger.now

  /// - Parameter attempts: the number of attempts, including this one.
  private func settle(_ outcome: JobResult, after attempts: Int32) -> JobTransition {
    JobTransition(outcome, of: .given(attempts: attempts), at: Self.now, fraction: 1)
  }

  @Test func `what goes well is done, and what comes later has not failed`() {
    let later = Self.now + .seconds(5)
    #expect(settle(.done, after: 7) == .done)
    #expect(
      settle(.again(at: later), after: 7) == .wait(until: later, attempts: 0, reason: nil))
  }

  @Test func `a transient failure waits its pause, or as long as it was asked to`() {
    let asked = Self.now + .seconds(900)
    #expect(
      settle(.retry(reason: "busy"), after: 3)
        == .wait(until: Self.now + .seconds(4), attempts: 3, reason: "busy"))
    #expect(
      settle(.retry(reason: "busy", notBefore: asked), after: 3)
        == .wait(until: asked, attempts: 3, reason: "busy"))
    #expect(
      settle(.retry(reason: "busy", notBefore: Self.now), after: 3)
        == .wait(until: Self.now + .seconds(4), attempts: 3, reason: "busy"))
  }

  @Test func `after thirty-two failures in a row it is dead-lettered with its last reason`() {
    guard case .wait = settle(.retry(reason: "busy"), after: 31) else {
      Issue.record("it was given up early")
      return
    }
    #expect(settle(.retry(reason: "busy"), after: 32) == .park(reason: "busy", attempts: 32))
  }

  @Test func `a permanent failure is dead-lettered at once`() {
    #expect(settle(.never(reason: "unknown"), after: 1) == .park(reason: "unknown", attempts: 1))
  }

  @Test(arguments: [1, 32, 10_000] as [Int32])
  func `a job for an operator waits a quarter of an hour, however often`(attempts: Int32) {
    #expect(
      settle(.configuration(reason: "wrong_key"), after: attempts)
        == .wait(
          until: Self.now + .seconds(900), attempts: attempts - 1, reason: "wrong_key"))
  }
}
