import AppStoreSimulator
import HTTPTypes
import Intake
import Ledger
import TestSupport
import Testing

/// One entitlement, asked for by its product or by what catalogs say that products unlock.
struct NamedEntitlementTests {
  private struct Entitlement: Decodable {
    let productId: String, originalTransactionId: String, environment: String, unlocks: [String]
  }

  private static func publish(_ service: TestService) async throws {
    let answer = try await service.put(
      "/v1/catalog?from=2026-01-01T00:00:00Z",
      #"""
      {"products":[
        {"productId":"com.example.month","type":"Auto-Renewable Subscription",
         "subscriptionGroupId":"group","period":"P1M","unlocks":["pro","no_ads"]},
        {"productId":"com.example.year","type":"Auto-Renewable Subscription",
         "subscriptionGroupId":"other","period":"P1Y","unlocks":["pro"]}]}
      """#)
    #expect(answer.status == 200)
  }

  private static func year(_ id: String, in environment: String) -> SignableTransaction {
    var year = SignableTransaction.month(id)
    year.productId = "com.example.year"
    year.subscriptionGroupIdentifier = "other"
    year.expiresDate = Instant(day: "2027-05-15").milliseconds
    year.environment = environment
    return year
  }

  private static func ask(
    _ name: String, _ service: TestService, _ query: String = ""
  ) async throws -> Answer {
    try await service.get("/v1/accounts/anna/entitlements/\(name)\(query)")
  }

  @Test func `a product and what it unlocks lead to the same entitlement`() async throws {
    try await TestService.with { service in
      try await Self.publish(service)
      try await service.posts("anna", .month())
      for name in ["com.example.month", "pro", "no_ads"] {
        let answer = try await Self.ask(name, service)
        #expect(answer.status == 200)
        let found = try answer.decode(Entitlement.self)
        #expect(found.originalTransactionId == "2000")
        #expect(found.unlocks == ["pro", "no_ads"])
        let tag = try #require(answer.headers[.eTag])
        let path = "/v1/accounts/anna/entitlements/\(name)"
        #expect(try await service.get(path, headers: [.ifNoneMatch: tag]).status == 304)
      }
      for name in ["vip", "com.example.year"] {
        #expect(try await Self.ask(name, service).problem == "404 not_entitled")
      }
      let later = try await Self.ask("pro", service, "?at=2026-07-01T00:00:00Z")
      #expect(later.problem == "404 not_entitled")
      let before = try await Self.ask("pro", service, "?at=2026-05-14T00:00:00Z")
      #expect(before.problem == "404 not_entitled")
    }
  }

  @Test func `of several, the one that lasts longest, and Production's first`() async throws {
    try await TestService.with { service in
      try await Self.publish(service)
      try await service.posts("anna", Self.year("3000", in: "Sandbox"))
      #expect(try await Self.ask("pro", service).problem == "404 not_entitled")
      func found(_ query: String) async throws -> String {
        try await Self.ask("pro", service, query).decode(Entitlement.self).originalTransactionId
      }
      #expect(try await found("?environment=any") == "3000")
      try await service.posts("anna", .month())
      #expect(try await found("?environment=any") == "2000")
      try await service.posts("anna", Self.year("4000", in: "Production"))
      #expect(try await found("") == "4000")
    }
  }

  @Test func `without Production, that of the first environment by name`() async throws {
    let app = ConfiguredApp(
      bundleID: TestLedger.bundleID, appAppleID: TestLedger.appAppleID,
      environments: [.xcode, .sandbox, .localTesting])
    let intake: @Sendable (TestLedger) throws -> Intake = { $0.intake }
    try await TestService.with(of: app, by: intake) { service in
      try await Self.publish(service)
      let wish = #"{"name":"pro","until":"2026-07-01T00:00:00.000Z","reason":"r","author":"eve"}"#
      for place in ["Xcode", "Sandbox", "LocalTesting"] {
        let given = try await service.post(
          "/v1/accounts/anna/entitlements?environment=\(place)", wish)
        #expect(given.status == 200, "\(given.body)")
      }
      try await service.ledger.project()
      let found = try await Self.ask("pro", service, "?environment=any").decode(Entitlement.self)
      #expect(found.environment == "LocalTesting")
    }
  }
}
