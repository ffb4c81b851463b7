import EventStore
import Intake
import Ledger
import TestSupport
import Testing

struct CatalogTests {
  private func catalog(_ amount: Int64) throws -> Catalog {
    try Catalog([
      CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", amount)])
    ])
  }

  @Test func `keeps each one for its app, numbered in the order of publishing`() async throws {
    try await TestLedger.with { ledger in
      let (july, june) = (Instant(day: "2026-07-01"), Instant(day: "2026-06-01"))
      let first = try await ledger.intake.catalogs.publish(
        try catalog(1), of: TestLedger.bundleID, validFrom: july)
      _ = try await ledger.intake.catalogs.publish(
        try catalog(9), of: "com.example.other", validFrom: june)
      let second = try await ledger.intake.catalogs.publish(
        try catalog(2), of: TestLedger.bundleID, validFrom: june)
      let catalogs = try await ledger.intake.catalogs.catalogs(of: TestLedger.bundleID)
      #expect(catalogs.published == [first, second])
      #expect(catalogs.numberInForce(at: june) == 2)
      #expect(catalogs.numberInForce(at: july) == 1)
      #expect(second.publishedAt == TestLedger.now)
      let lanes = try await ledger.log.reading.shared().map(\.id.lane)
      #expect(lanes == [0, 0, 0])
    }
  }
}
