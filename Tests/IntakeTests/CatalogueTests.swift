import EventStore
import Intake
import Ledger
import TestSupport
import Testing

@Suite struct `Publishing a catalogue` {
  private func catalogue(_ amount: Int64) throws -> Catalogue {
    try Catalogue([
      CatalogueProduct("gems", type: .consumable, grants: [ProductGrant("gem", amount)])
    ])
  }

  @Test func `keeps each one for its app, numbered in the order of publishing`() async throws {
    try await TestLedger.with { ledger in
      let (july, june) = (Instant(day: "2026-07-01"), Instant(day: "2026-06-01"))
      let first = try await ledger.intake.publish(
        try catalogue(1), of: TestLedger.bundleID, validFrom: july)
      _ = try await ledger.intake.publish(
        try catalogue(9), of: "com.example.other", validFrom: june)
      let second = try await ledger.intake.publish(
        try catalogue(2), of: TestLedger.bundleID, validFrom: june)
      let catalogues = try await ledger.intake.catalogues(of: TestLedger.bundleID)
      #expect(catalogues.published == [first, second])
      #expect(catalogues.numberInForce(at: june) == 2)
      #expect(catalogues.numberInForce(at: july) == 1)
      #expect(second.publishedAt == TestLedger.now)
      let lanes = try await ledger.log.commons().map(\.id.lane)
      #expect(lanes == [0, 0, 0])
    }
  }
}
