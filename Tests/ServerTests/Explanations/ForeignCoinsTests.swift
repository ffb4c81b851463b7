import Foundation
import Intake
import Ledger
import Projections
import TestSupport
import Testing

@testable import Server

/// Coins that stay with an account while the purchase moves on.
struct ForeignCoinsTests {
  private static let gem: Coin = "gem"
  private static let pack = GemPurchase("1")

  @Test func `coins credited before a purchase moved are shown with both accounts`() async throws {
    try await TestLedger.with { ledger in
      let (anna, bert) = (ledger.account("anna"), ledger.account("bert"))
      let gems = CatalogProduct(
        "gems", type: .consumable, grants: [ProductGrant(Self.gem, 100)])
      _ = try await ledger.intake.catalogs.publish(
        Catalog([gems]), of: TestLedger.bundleID, validFrom: Self.pack.boughtAt)
      try await ledger.record([Self.pack.bought()])
      _ = try await Self.assign(to: "anna", by: ledger)
      try await ledger.grant()
      try await ledger.project()
      #expect(try await AccountSheet(anna, from: ledger.reader).coinsElsewhere == [])
      _ = try await Self.assign(to: "bert", by: ledger)
      try await ledger.record([Self.pack.refunded(50_000)])
      try await ledger.grant()
      try await ledger.project()
      let found = ForeignCoins(
        originalTransactionId: "1", grant: "\(Self.pack.grant())", coin: "gem", amount: 50,
        holder: "anna", owner: "bert")
      for account in [anna, bert] {
        #expect(try await AccountSheet(account, from: ledger.reader).coinsElsewhere == [found])
      }
      let purchase = try await PurchaseExplanation(
        Self.pack.chain, from: ledger.reader, at: TestLedger.now, knownAt: nil)
      #expect(purchase.lines.contains { $0.contains("50 taken back  pending  of anna  grant") })
    }
  }

  private static func assign(
    to account: AccountID, by ledger: TestLedger
  ) async throws -> LinkOutcome {
    try await ledger.intake.links.assign(
      "1", to: account, of: TestLedger.bundleID, in: .production, author: "kim",
      reason: "ticket 9")
  }

  @Test func `an account's history tells of its tokens and merges, until an erasure`() async throws
  {
    try await TestLedger.with { ledger in
      let anna = ledger.account("anna")
      _ = try await ledger.intake.tokens.register(
        token: UUID(), for: "anna", of: TestLedger.bundleID, in: [.production])
      _ = try await ledger.known("guest")
      _ = try await ledger.intake.merges.merge(
        "guest", into: "anna", of: TestLedger.bundleID, in: TestLedger.environments, key: "m")
      _ = try await ledger.intake.merges.undoMerge(
        of: "guest", into: "anna", of: TestLedger.bundleID, in: TestLedger.environments,
        author: "kim", reason: "ticket 9")
      try await ledger.project()
      func types() async throws -> [String] {
        try await ledger.reader.history.page(of: [anna], limit: 10).value.events.map(
          \.event.type.name)
      }
      #expect(try await types() == ["alias.claimed", "accounts.merged", "accounts.merged"])
      let told = try await AccountExplanation(
        anna, from: ledger.reader, at: TestLedger.now, knownAt: nil)
      #expect(told.lines.contains("    reason: ticket 9") && told.lines.contains("    from: guest"))
      _ = try await ledger.intake.erasures.erase(
        anna.reference, of: TestLedger.bundleID, in: .production)
      try await ledger.project()
      #expect(try await types() == [])
    }
  }
}
