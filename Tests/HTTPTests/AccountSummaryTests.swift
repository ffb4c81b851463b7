import Access
import AppStoreSimulator
import HTTPTypes
import Ledger
import TestSupport
import Testing

/// The summary of an account for customer support.
struct AccountSummaryTests {
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  private struct Summary: Decodable {
    struct Place: Decodable {
      struct Consent: Decodable, Equatable { let consumption: Bool?, changedAt: String? }
      struct Balance: Decodable, Equatable { let coin: String, balance: Int64 }
      struct Job: Decodable { let kind: String, state: String }
      let environment: String, account: String?, aliases: [String], consent: Consent
      let balances: [Balance], pendingJobs: [Job]
    }
    struct Thing: Decodable, Equatable { let originalTransactionId: String, environment: String }
    let account: String, at: String, environments: [Place]
    let entitlements: [Thing], subscriptions: [Thing]
  }

  @Test func `one answer tells names, consent, purchases, coins and jobs`() async throws {
    try await TestService.with(askable: [TestLedger.bundleID]) { service in
      _ = try await service.registers("anna", Self.token)
      try await service.posts("anna", .month())
      _ = try await service.put("/v1/accounts/anna/consent", #"{"consumption":true}"#)
      try await service.gives(300, "gem", to: "anna")
      #expect(try await service.links("anna", "9999").status == 202)
      let answer = try await service.get("/v1/accounts/anna")
      #expect(answer.status == 200)
      let summary = try answer.decode(Summary.self)
      #expect(summary.account == "anna")
      #expect(summary.at == "2026-06-01T00:00:00.000Z")
      let month = Summary.Thing(originalTransactionId: "2000", environment: "Production")
      #expect(summary.entitlements == [month])
      #expect(summary.subscriptions == [month])
      let place = try #require(summary.environments.first)
      #expect(summary.environments.count == 1)
      #expect(place.environment == "Production")
      #expect(place.account == "anna")
      #expect(place.aliases == [Self.token])
      #expect(place.consent == .init(consumption: true, changedAt: "2026-06-01T00:00:00.000Z"))
      #expect(place.balances == [.init(coin: "gem", balance: 300)])
      #expect(place.pendingJobs.map(\.kind).sorted() == ["history", "link"])
      #expect(place.pendingJobs.allSatisfy { $0.state == "owed" })
      let alias = try await service.get("/v1/accounts/\(Self.token)").decode(Summary.self)
      #expect(alias.environments.map(\.account) == ["anna"])
      #expect(alias.entitlements == [month])
      let tag = try #require(answer.headers[.eTag])
      let again = try await service.get("/v1/accounts/anna", headers: [.ifNoneMatch: tag])
      #expect(again.status == 304)
    }
  }

  @Test func `an account that was only read is unknown`() async throws {
    try await TestService.with { service in
      #expect(try await service.get("/v1/accounts/annna/entitlements").status == 200)
      #expect(try await service.get("/v1/accounts/annna").problem == "404 unknown_account")
      _ = try await service.ledger.known("annna")
      let summary = try await service.get("/v1/accounts/annna").decode(Summary.self)
      #expect(summary.entitlements.isEmpty)
      #expect(summary.environments.map(\.consent) == [.init(consumption: nil, changedAt: nil)])
    }
  }

  @Test func `of any environment, what the sandbox has is told beside Production's`() async throws {
    try await TestService.with { service in
      var sandbox = SignableTransaction.month("3000")
      sandbox.environment = "Sandbox"
      try await service.posts("anna", sandbox)
      // The name is known in Production too, which has nothing of it yet.
      let production = try await service.get("/v1/accounts/anna").decode(Summary.self)
      #expect(production.entitlements == [] && production.environments.map(\.account) == ["anna"])
      let tried = Summary.Thing(originalTransactionId: "3000", environment: "Sandbox")
      let one = try await service.get("/v1/accounts/anna?environment=any").decode(Summary.self)
      #expect(one.environments.map(\.environment) == ["Production", "Sandbox"])
      #expect(one.entitlements == [tried])
      try await service.posts("anna", .month())
      let both = try await service.get("/v1/accounts/anna?environment=any").decode(Summary.self)
      let bought = Summary.Thing(originalTransactionId: "2000", environment: "Production")
      #expect(both.environments.map(\.environment) == ["Production", "Sandbox"])
      #expect(both.entitlements == [bought, tried])
      #expect(both.subscriptions == [bought, tried])
    }
  }

  @Test(arguments: [("support", "200"), ("read", "403 insufficient_scope"), ("admin", "200")])
  func `a key of support is required`(scopes: String, outcome: String) async throws {
    try await TestService.with { service in
      _ = try await service.ledger.known("anna")
      let key = try await service.keys.create(
        name: "desk", scopes: try #require(Set<Scope>(names: scopes)))
      let answer = try await service.get("/v1/accounts/anna", as: key)
      #expect((answer.status == 200 ? "200" : answer.problem) == outcome)
    }
  }
}
