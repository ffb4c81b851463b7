import AppStoreSimulator
import EventStore
import Intake
import Ledger
import TestSupport
import Testing

/// A product without an end in Apple's older JSON, which tells no kind of product.
struct UntoldKindTests {
  private static let april = Instant(day: "2026-04-01")

  @Test func `a product of untold kind gives no entitlement until a receipt tells its kind`()
    async throws
  {
    try await TestLedger.with { ledger in
      let intake = try ledger.legacyIntake()
      let entry = LegacyDocuments.entry("1", product: "levels.all", from: Self.april)
      _ = try await intake.documents.ingest(
        LegacyDocuments.notification("DID_RENEW", chain: "1", entries: [entry]))
      let untold = try await Self.chain(in: ledger)
      #expect(untold.transactions["1"]?.purchase.type == .untold)
      #expect(Entitlements.evaluate([untold], at: TestLedger.now) == [])

      let receipt = try LegacyDocuments.receipt([
        LegacyDocuments.purchase(
          "1", product: "levels.all", kind: .nonConsumable, from: Self.april)
      ])
      _ = try await intake.documents.ingest(receipt)
      let told = Entitlements.evaluate([try await Self.chain(in: ledger)], at: TestLedger.now)
      #expect(told.map(\.productID) == ["levels.all"] && told.map(\.expiresAt) == [nil])
    }
  }

  private static func chain(in ledger: TestLedger) async throws -> ChainState {
    let chain = ChainID(.production, "1")
    return try await ledger.log.reading.events(of: .chain(chain)).reduce(into: ChainState(chain)) {
      $0.join($1)
    }
  }
}
