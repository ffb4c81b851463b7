import EventStore
import Foundation
import Intake
import Ledger
import Projections
import TestSupport
import Testing

@testable import Server

/// Explanations of a guest as he was known before he was merged into an account.
struct KnownExplanationTests {
  private static let gem: Coin = "gem"

  private static func give(
    _ amount: Int64, to account: AccountID, by ledger: TestLedger
  ) async throws {
    _ = try await ledger.intake.walletDecisions.ask(
      WalletCommand(.adjust(gem, amount, reason: "gift", author: "kim"), key: "gift"),
      of: account, in: TestLedger.bundleID, environment: .production)
  }

  private static func merge(_ ledger: TestLedger) async throws {
    _ = try await ledger.intake.merges.merge(
      "guest", into: "anna", of: TestLedger.bundleID, in: TestLedger.environments, key: "m")
    try await ledger.project()
  }

  @Test func `the coins and the consent are those of the account that was known`() async throws {
    try await TestLedger.with { ledger in
      for account in ["anna", "guest"] as [AccountID] { _ = try await ledger.known(account) }
      try await Self.give(30, to: "anna", by: ledger)
      try await Self.give(100, to: "guest", by: ledger)
      _ = try await ledger.intake.consents.record(
        true, by: "guest", of: TestLedger.bundleID, in: .production)
      try await ledger.project()
      let apart = try await ledger.log.cut().moment
      try await Self.merge(ledger)
      let merged = try await ledger.log.cut().moment
      func lines(_ known: Instant) async throws -> [String] {
        try await AccountExplanation(
          ledger.account("guest"), from: ledger.reader, at: merged, knownAt: known
        ).lines
      }
      let then = try await lines(apart)
      #expect(then.contains("  100 gem: 0 bought, 100 earned, 0 reserved"))
      #expect(then.contains { $0.hasPrefix("  given 2026-06-01T00:00:00.000Z") })
      let since = try await lines(merged)
      #expect(since.contains("  130 gem: 0 bought, 130 earned, 0 reserved"))
      #expect(since.contains("  never given"))
    }
  }

  @Test func `a purchase is explained with its owner of then`() async throws {
    try await TestLedger.with { ledger in
      let pack = GemPurchase("1")
      for account in ["anna", "guest"] as [AccountID] { _ = try await ledger.known(account) }
      try await ledger.record([pack.bought()])
      _ = try await ledger.intake.links.assign(
        "1", to: "guest", of: TestLedger.bundleID, in: .production, author: "kim",
        reason: "ticket 9")
      try await ledger.project()
      let apart = try await ledger.log.cut().moment
      try await Self.merge(ledger)
      func owner(_ known: Instant?) async throws -> Bool {
        try await PurchaseExplanation(
          pack.chain, from: ledger.reader, at: TestLedger.now, knownAt: known
        ).lines.contains("Belongs to guest")
      }
      #expect(try await owner(apart))
      #expect(try await !owner(nil))
    }
  }
}
