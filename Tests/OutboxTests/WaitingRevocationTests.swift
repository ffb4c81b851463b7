import AppStore
import AppStoreSimulator
import Intake
import Ledger
import TestSupport
import Testing

@testable import Outbox

struct WaitingRevocationTests {
  /// Returns an intake that asks the issuers of the test's certificates, whose addresses do not
  /// exist.
  private func asking(_ ledger: TestLedger) throws -> Intake {
    let root = try RootCertificate(fileContents: ledger.authority.rootCertificateDER)
    return Intake(
      apps: [TestLedger.app()],
      verifier: PayloadVerifier(
        roots: [root],
        revocation: RevocationCheck(asksIssuers: true, timeout: .milliseconds(500))),
      log: ledger.log, now: { TestLedger.now })
  }

  @Test func `an item whose issuer does not answer waits, is retried, and settles`() async throws {
    try await TestLedger.with { ledger in
      let clock = HandClock()
      let unanswered = try asking(ledger)
      let jws = try ledger.authority.sign(payload: TestLedger.gems("1"))
      let saved = try await ledger.receipts(unanswered, at: { clock.now }).receive(
        TransactionPost(account: "anna", signedTransactions: [jws]), from: TestLedger.gameKey)
      #expect(saved.items.map(\.state) == [.pending])
      #expect(saved.items.map(\.reason) == ["revocation_status_unavailable"])
      #expect(
        try await ledger.statuses() == ["\(saved.id)/0 owed revocation_status_unavailable"])
      #expect(try await ledger.worker(unanswered, at: { clock.now }).runOnce() == 0)
      clock.move(.seconds(10))
      #expect(try await ledger.worker(unanswered, at: { clock.now }).runOnce() == 1)
      let waiting = try await ledger.receipts().receipt(saved.id)?.submission
      #expect(waiting?.items.map(\.state) == [.pending])
      clock.move(.seconds(60))
      #expect(try await ledger.worker(at: { clock.now }).runOnce() == 1)
      let settled = try await ledger.receipts().receipt(saved.id)?.submission
      #expect(settled?.items.map(\.state) == [.settled])
      #expect(settled?.items.map(\.transactionID) == ["1"])
    }
  }
}
