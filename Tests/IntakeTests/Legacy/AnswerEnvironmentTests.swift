import Intake
import Ledger
import TestSupport
import Testing

/// Answers about receipts of iOS 6, which name no environment.
struct AnswerEnvironmentTests {
  private static let april = Instant(day: "2026-04-01")
  private static let may = Instant(day: "2026-05-01")

  private static func answer(_ further: [String: Any] = [:]) throws -> [UInt8] {
    var receipt = LegacyDocuments.entry("2", of: "1", from: april, to: may)
    receipt["bid"] = TestLedger.bundleID.rawValue
    let answer: [String: Any] = ["status": 0, "receipt": receipt]
    return try LegacyDocuments.json(answer.merging(further) { $1 })
  }

  @Test(
    arguments: [
      ([.production], nil, .production), ([.sandbox, .xcode], nil, .sandbox),
      ([.production, .sandbox], .sandbox, .sandbox),
      ([.production, .sandbox], .production, .production),
    ] as [(Set<StoreEnvironment>, StoreEnvironment?, StoreEnvironment)])
  func `it is of the environment that is named, or of the only one configured`(
    configured: Set<StoreEnvironment>, named: StoreEnvironment?, told: StoreEnvironment
  ) async throws {
    try await TestLedger.with { ledger in
      let intake = try ledger.legacyIntake(environments: configured)
      let ingested = try await intake.documents.ingest(
        Self.answer(), from: DocumentOrigin(environment: named))
      #expect(ingested.kind == .receiptAnswer && ingested.facts == 1)
      let owners = try await ledger.accounts.owners(of: ChainID(told, "1"))
      #expect(owners.state.transactions.keys.sorted() == ["2"])
    }
  }

  @Test(
    arguments: [
      (nil, nil, "missing_field", "--environment"),
      ("Production", .sandbox, "contradictory_fields", "--environment"),
      (nil, .xcode, "environment_not_configured", "DAICHO_APPS"),
    ] as [(String?, StoreEnvironment?, String, String)])
  func `what stays open or contradicts itself is rejected with the remedy`(
    told: String?, named: StoreEnvironment?, code: String, remedy: String
  ) async throws {
    try await TestLedger.with { ledger in
      let intake = try ledger.legacyIntake()
      let rejection = await #expect(throws: Rejection.self) {
        try await intake.documents.ingest(
          Self.answer(told.map { ["environment": $0] } ?? [:]),
          from: DocumentOrigin(environment: named))
      }
      #expect(rejection?.code == code && rejection?.detail.contains(remedy) == true)
      #expect(try await ledger.eventCount() == 0)
    }
  }
}
