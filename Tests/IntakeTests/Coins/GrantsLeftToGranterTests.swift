import AppStoreSimulator
import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

@testable import Intake

/// Posts whose grants are left to the granter, which makes each once, for the right account.
struct GrantsLeftToGranterTests {
  @Test func `a token of another account gives the coins to that account`() async throws {
    try await GrantingPost.withCatalog { ledger in
      try await GrantingPost.register(GrantingPost.annaToken, for: "anna", ledger)
      let submission = try await GrantingPost.post(
        "1", GrantingPost.annaToken, for: "bob", in: ledger)
      #expect(submission.granted == nil)
      #expect(submission.items[0].reason == "owned_by_another_account")
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == 100)
      #expect(try await GrantingPost.balance("bob", ledger) == 0)
    }
  }

  @Test func `a purchase that another account posted first stays with it`() async throws {
    try await GrantingPost.withCatalog { ledger in
      _ = try await GrantingPost.post("1", for: "anna", in: ledger)
      let second = try await GrantingPost.post("1", for: "bob", in: ledger)
      #expect(second.items[0].account == "anna")
      #expect(second.items[0].reason == "owned_by_another_account")
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == 100)
      #expect(try await GrantingPost.balance("bob", ledger) == 0)
    }
  }

  @Test func `a refunded purchase is granted and taken back by the granter`() async throws {
    try await GrantingPost.withCatalog { ledger in
      var refunded = GrantingPost.transaction("1")
      refunded.revocationDate = Instant(day: "2026-05-20").milliseconds
      refunded.revocationReason = 0
      let submission = try await GrantingPost.post(refunded, for: "anna", in: ledger)
      #expect(submission.granted == nil)
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == 0)
      #expect(try await GrantingPost.grantCount(ledger) == 1)
    }
  }

  @Test func `a purchase before the cut-over date is not credited`() async throws {
    try await GrantingPost.withCatalog { ledger in
      try await ledger.intake.catalogs.declare(
        before: Instant(day: "2026-05-20"), of: TestLedger.bundleID, in: .production)
      let before = try await GrantingPost.post("1", for: "anna", in: ledger)
      #expect(before.granted == nil)
      let after = try await GrantingPost.post(
        "2", for: "anna", bought: Instant(day: "2026-05-21"), in: ledger)
      #expect(after.granted?.count == 1)
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == 100)
    }
  }

  @Test func `without a catalog the coins wait for it`() async throws {
    try await TestLedger.with { ledger in
      let submission = try await GrantingPost.post("1", for: "anna", in: ledger)
      #expect(submission.granted == [])
      try await ledger.grant()
      try await GrantingPost.publish(ledger)
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == 100)
    }
  }

  @Test func `a paused ledger records the purchase and grants after the pause`() async throws {
    try await GrantingPost.withCatalog { ledger in
      // The other process does not know of the pause, and finds it under the locks.
      let other = try await ledger.another()
      try await ledger.intake.installation.openEpoch(because: "test", by: ledger.owner)
      for (id, intake) in [("1", ledger.intake), ("2", other)] {
        let submission = try await GrantingPost.post(id, for: "anna", ledger, by: intake)
        #expect(submission.items[0].finish)
        #expect(submission.granted == nil)
      }
      #expect(try await GrantingPost.grantCount(ledger) == 0)
      try await ledger.intake.installation.unpause(by: ledger.owner)
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == 200)
    }
  }

  @Test func `a purchase with a refund known before its post is left to the granter`() async throws
  {
    try await GrantingPost.withCatalog { ledger in
      var refunded = GrantingPost.transaction("1")
      refunded.revocationDate = Instant(day: "2026-05-20").milliseconds
      refunded.signedDate = Instant(day: "2026-05-21").milliseconds
      let fact = try await ledger.intake.transactions.receive(
        TransactionPost(
          account: nil, signedTransactions: [try ledger.authority.sign(payload: refunded)]))
      #expect(fact.items[0].state == .settled)
      let submission = try await GrantingPost.post("1", for: "anna", in: ledger)
      #expect(submission.granted == nil)
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == 0)
    }
  }

  @Test func `coins that the wallet cannot hold are left to the granter`() async throws {
    try await GrantingPost.withCatalog { ledger in
      _ = try await ledger.intake.walletDecisions.ask(
        WalletCommand(
          .adjust(GrantingPost.gem, Coin.amountMax - 50, reason: "test", author: "test"),
          key: "much"),
        of: "anna", in: TestLedger.bundleID, environment: .production)
      let submission = try await GrantingPost.post("1", for: "anna", in: ledger)
      #expect(submission.granted == nil)
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == Coin.amountMax - 50)
    }
  }
}
