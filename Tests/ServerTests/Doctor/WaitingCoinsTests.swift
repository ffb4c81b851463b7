import EventStore
import Intake
import Ledger
import Reports
import TestSupport
import Testing

@testable import Server

/// A month of January 2025 under an offer code that Apple signed without price and kind, and gems of a
/// product that no catalog lists, also without a price.
struct WaitingCoinsTests {
  private static let chain = ChainID(.production, "3000")

  private static var month: LedgerEvent {
    let start = Instant(day: "2025-01-01")
    var purchase = Purchase(
      productID: "pass", type: .autoRenewable, subscriptionGroupID: "group", purchaseDate: start)
    purchase.offer = Offer(type: 3, identifier: "SPRING")
    return .chain(
      .transactionObserved(
        TransactionFact(
          chain: chain, transactionID: "3000", purchase: purchase,
          expiresDate: .present(Instant(day: "2025-02-01")), isUpgraded: false,
          revocation: Asserted(signed: nil), trust: .signed, assertedAt: start)))
  }

  private func record(_ events: [LedgerEvent], in ledger: TestLedger) async throws {
    let product = CatalogProduct(
      "pass", type: .autoRenewable, period: .months(1), grants: [ProductGrant("gem", 50)])
    _ = try await ledger.intake.catalogs.publish(
      try Catalog([product], coins: ["gem": .daicho]), of: TestLedger.bundleID,
      validFrom: Instant(day: "2025-01-01"))
    try await ledger.record(events)
    try await ledger.project()
  }

  private func doctor(_ ledger: TestLedger) async throws -> Finding {
    try #require(
      await LogExamination.findings(ledger.pool, ledger.keyring).first { $0.check == "coins" })
  }

  private func refusal(_ ledger: TestLedger) async throws -> String {
    let january = try #require(ReportingPeriod("2025-01", by: .utc))
    let failure = await #expect(throws: Failure.self) {
      _ = try await ledger.close(january, by: "ada", forcedBecause: nil)
    }
    return failure.map { "\($0)" } ?? "closed"
  }

  @Test func `a period that Apple may have given for free waits for no catalog`() async throws {
    try await TestLedger.with { ledger in
      try await record([Self.month], in: ledger)
      let finding = try await doctor(ledger)
      #expect(finding.verdict == .fail)
      #expect(
        finding.found == "1 purchase waits for Apple to tell if the period was free: pass of "
          + "com.example.game in Production (1)")
      #expect(finding.remedy?.contains("`daicho reconcile run`") == true)
      let text = try await refusal(ledger)
      #expect(text.contains("1 purchase wait for Apple to tell if the period was free"))
      #expect(!text.contains("catalog"))
      let purchase = try await PurchaseExplanation(
        Self.chain, from: ledger.reader, at: TestLedger.now, knownAt: nil)
      #expect(purchase.lines.contains("  3000 waits for Apple to tell if the period was free"))
    }
  }

  @Test func `a product that no catalog lists waits for one, whatever Apple owes`() async throws {
    try await TestLedger.with { ledger in
      try await record([Self.month, GemPurchase("1").bought()], in: ledger)
      let finding = try await doctor(ledger)
      #expect(finding.verdict == .fail)
      #expect(
        finding.found
          == "1 purchase waits for a catalog: gems of com.example.game in Production (1); "
          + "1 purchase waits for Apple to tell if the period was free: pass of com.example.game in "
          + "Production (1)")
      let text = try await refusal(ledger)
      #expect(text.contains("1 purchase wait for a catalog"))
      #expect(text.contains("1 purchase wait for Apple to tell"))
    }
  }
}
