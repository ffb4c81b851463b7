import AppStore
import AppStoreSimulator
import Intake
import Ledger
import TestSupport
import Testing

@testable import Outbox

struct WaitingReachTests {
  @Test(
    arguments: [
      (KeyReach(apps: [TestLedger.bundleID]), .settled, nil),
      (KeyReach(apps: ["com.example.other"]), .rejected, "key_not_for_app"),
      (KeyReach(environments: [.sandbox]), .rejected, "key_not_for_environment"),
    ] as [(KeyReach, SubmissionState, String?)])
  func `an item that waits is judged by the reach of its key when its time has come`(
    reach: KeyReach, state: SubmissionState, reason: String?
  ) async throws {
    try await TestLedger.with { ledger in
      let clock = HandClock()
      let root = try RootCertificate(fileContents: ledger.authority.rootCertificateDER)
      let intake = Intake(
        apps: [TestLedger.app()], verifier: PayloadVerifier(roots: [root]), log: ledger.log,
        now: { clock.now })
      let service = ledger.receipts(intake, at: { clock.now })
      let signed = TestLedger.now + .seconds(2 * 86_400)
      let jws = try ledger.authority.sign(payload: TestLedger.gems("1", signed: signed))
      let saved = try await service.receive(
        TransactionPost(account: "anna", signedTransactions: [jws], reach: reach),
        from: TestLedger.gameKey)
      #expect(saved.items.map(\.state) == [.pending])
      clock.move(.seconds(2 * 86_400))
      #expect(try await ledger.worker(intake, at: { clock.now }).runOnce() == 1)
      let receipt = try #require(try await service.receipt(saved.id)).submission
      #expect(receipt.items.map(\.state) == [state])
      #expect(receipt.items.map(\.reason) == [reason])
      #expect(receipt.items[0].chain?.bundleID == (state == .settled ? TestLedger.bundleID : nil))
    }
  }

  /// The erasure is of one environment. The job names none, and stays.
  @Test func `a retry that is rejected again leaves an erased account unknown`() async throws {
    try await TestLedger.with { ledger in
      let clock = HandClock()
      let root = try RootCertificate(fileContents: ledger.authority.rootCertificateDER)
      let intake = Intake(
        apps: [TestLedger.app()], verifier: PayloadVerifier(roots: [root]), log: ledger.log,
        now: { clock.now })
      let signed = TestLedger.now + .seconds(2 * 86_400)
      let jws = try ledger.authority.sign(payload: TestLedger.gems("1", signed: signed))
      let reach = KeyReach(environments: [.sandbox])
      let service = ledger.receipts(intake, at: { clock.now })
      let saved = try await service.receive(
        TransactionPost(account: "anna", signedTransactions: [jws], reach: reach),
        from: TestLedger.gameKey)
      let name = AccountReference(.sandbox, TestLedger.bundleID, "anna")
      #expect(try await ledger.accounts.aliases(of: [name])[0].isKnown == false)
      try await intake.names.makeKnown("anna", of: TestLedger.bundleID, in: [.sandbox])
      let erasures = ErasureService([TestLedger.app()], intake: intake, queue: ledger.queue)
      func erase() async throws -> Int {
        let outcome = try await erasures.erase(
          "anna", of: TestLedger.bundleID, in: [.sandbox], author: "kim", reason: "asked")
        return if case .places(let places) = outcome { places.count } else { 0 }
      }
      #expect(try await erase() == 1)
      clock.move(.seconds(2 * 86_400))
      #expect(try await ledger.worker(intake, at: { clock.now }).runOnce() == 1)
      let receipt = try #require(try await service.receipt(saved.id)).submission
      #expect(receipt.items.map(\.reason) == ["key_not_for_environment"])
      #expect(try await ledger.accounts.aliases(of: [name])[0].isKnown == false)
      #expect(try await erase() == 0)
    }
  }

  @Test func `a post of a key with another reach is another post`() async throws {
    try await TestLedger.with { ledger in
      let jws = try ledger.authority.sign(payload: TestLedger.gems("1"))
      var ids: Set<String> = []
      for reach in [
        .everything, KeyReach(apps: [TestLedger.bundleID]),
        KeyReach(environments: [.production]),
      ] {
        let post = TransactionPost(account: "anna", signedTransactions: [jws], reach: reach)
        ids.insert(try await ledger.receipts().receive(post, from: TestLedger.gameKey).id)
      }
      #expect(ids.count == 3)
    }
  }
}
