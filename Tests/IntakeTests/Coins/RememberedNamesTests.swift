import AppStoreSimulator
import EventStore
import Foundation
import Ledger
import Postgres
import TestSupport
import Testing

@testable import Intake

/// Posts to a process whose memory is behind the log. The locks tell it what became of the names and the catalog.
struct RememberedNamesTests {
  @Test func `a name that another process made an alias gives the coins to its account`()
    async throws
  {
    try await GrantingPost.withCatalog { ledger in
      let other = try await ledger.another()
      // This process remembers that nothing was told of the name.
      _ = try await ledger.intake.wallets.naming(
        of: GrantingPost.reference(GrantingPost.annaName), in: TestLedger.bundleID, .production)
      try await GrantingPost.register(GrantingPost.annaToken, for: "anna", ledger, by: other)
      let submission = try await GrantingPost.post("1", for: GrantingPost.annaName, in: ledger)
      #expect(submission.granted == nil)
      #expect(submission.items[0].account == "anna")
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == 100)
    }
  }

  @Test func `an account that another process merged gives the coins to its target`() async throws {
    try await GrantingPost.withCatalog { ledger in
      _ = try await GrantingPost.post("1", for: "guest", in: ledger)
      _ = try await GrantingPost.post("2", for: "anna", in: ledger)
      let other = try await ledger.another()
      let outcome = try await other.merges.merge(
        "guest", into: "anna", of: TestLedger.bundleID, in: TestLedger.environments, key: "merge")
      if case .rejected = outcome { Issue.record("the accounts were not merged: \(outcome)") }
      let submission = try await GrantingPost.post("3", for: "guest", in: ledger)
      #expect(submission.granted == nil)
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == 300)
    }
  }

  @Test func `an account that another process erased begins anew`() async throws {
    try await GrantingPost.withCatalog { ledger in
      _ = try await GrantingPost.post("1", for: "anna", in: ledger)
      let other = try await ledger.another()
      _ = try await other.erasures.erase(
        GrantingPost.reference("anna"), of: TestLedger.bundleID, in: .production)
      let submission = try await GrantingPost.post("2", for: "anna", in: ledger)
      #expect(submission.items[0].account == "anna")
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == 100)
    }
  }

  @Test func `a catalog that another process published is known under the locks`() async throws {
    try await TestLedger.with { ledger in
      _ = try await GrantingPost.post("1", for: "anna", product: "sword", in: ledger)
      let other = try await ledger.another()
      try await GrantingPost.publish(ledger, by: other)
      #expect(try await GrantingPost.post("2", for: "anna", in: ledger).granted?.count == 1)
    }
  }

  /// In one batch with the post it would have the post's moment, and the granter would take it for known to
  /// the decision.
  @Test func `a catalog that arrives with a post grants its purchase backwards`() async throws {
    try await GrantingPost.withCatalog { ledger in
      _ = try await GrantingPost.post("1", for: "anna", in: ledger)
      let coins = try Catalog(
        [
          CatalogProduct("sword", type: .nonConsumable, grants: [ProductGrant(GrantingPost.gem, 7)])
        ],
        coins: [GrantingPost.gem: .daicho])
      try await ledger.whileLanesAreLocked { log in
        let task = Task {
          async let first = GrantingPost.post("2", for: "anna", in: ledger)
          try await GrantingPost.waitUntil { log.unansweredCount == 1 }
          async let second = GrantingPost.post("3", for: "anna", product: "sword", in: ledger)
          _ = try await ledger.intake.catalogs.publish(
            coins, of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
          _ = try await (first, second)
        }
        try await GrantingPost.waitUntil { log.unansweredCount == 3 }
        return task
      }
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == 207)
    }
  }

  @Test func `a copy of a period is answered with the grant of the period`() async throws {
    try await GrantingPost.withCatalog { ledger in
      var copy = GrantingPost.transaction("2", product: "pass")
      copy.originalTransactionId = "1"
      copy.webOrderLineItemId = "77"
      var original = GrantingPost.transaction("1", product: "pass")
      original.webOrderLineItemId = "77"
      for month in [original, copy] { #expect(month.type == "Auto-Renewable Subscription") }
      _ = try await ledger.intake.transactions.receive(
        TransactionPost(
          account: nil, signedTransactions: [try ledger.authority.sign(payload: original)]))
      let submission = try await GrantingPost.post(copy, for: "anna", in: ledger)
      #expect(submission.granted == nil)
      try await ledger.grant()
      #expect(try await GrantingPost.balance("anna", ledger) == 5)
      #expect(try await GrantingPost.grantCount(ledger) == 1)
    }
  }

  @Test func `after a post and a repetition a wallet is still that of the log`() async throws {
    try await GrantingPost.withCatalog { ledger in
      let name = AccountID(token: try #require(UUID(uuidString: GrantingPost.annaToken)))
      for id in ["1", "2", "1", "3"] {
        _ = try await GrantingPost.post(id, GrantingPost.annaToken, for: name, in: ledger)
      }
      let account = AccountReference(.production, TestLedger.bundleID, name)
      let own = try await ledger.intake.wallets.wallet(
        of: account, in: TestLedger.bundleID, environment: .production)
      let other = try await ledger.another().wallets.wallet(
        of: account, in: TestLedger.bundleID, environment: .production)
      #expect(own.wallet == other.wallet)
      #expect(own.wallet.entries.count == 3)
    }
  }

  @Test func `a name under which a purchase was claimed before is left to the granter`()
    async throws
  {
    try await GrantingPost.withCatalog { ledger in
      let token = try #require(UUID(uuidString: GrantingPost.annaToken))
      let name = AccountID(token: token)
      let told = try ledger.authority.sign(
        payload: GrantingPost.transaction("1", GrantingPost.annaToken))
      _ = try await ledger.intake.transactions.receive(
        TransactionPost(account: nil, signedTransactions: [told]))
      let submission = try await GrantingPost.post(
        "2", GrantingPost.annaToken, for: name, in: ledger)
      #expect(submission.granted == nil)
      #expect(submission.brought.flatMap(\.chains) == ["1"])
      try await ledger.grant()
      #expect(try await GrantingPost.balance(name, ledger) == 200)
    }
  }

  @Test func `a grant that another chain has already leaves the post to the granter`() async throws
  {
    try await GrantingPost.withCatalog(lanes: 1) { ledger in
      let foreign = GrantMade(
        chain: ChainID(.production, "9"), account: nil,
        transactionID: "1", productID: "gems", coin: GrantingPost.gem, quantity: 1, amount: 100,
        duringTrial: false, catalog: 1, decidedAt: TestLedger.now)
      _ = try await ledger.log.append([NewEvent(.chain(.grantMade(foreign)))])
      let submission = try await GrantingPost.post("1", for: "anna", in: ledger)
      #expect(submission.items[0].finish)
      #expect(submission.granted == nil)
      #expect(try await GrantingPost.balance("anna", ledger) == 0)
    }
  }
}
