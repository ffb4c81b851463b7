import Access
import AppStoreSimulator
import HTTPTypes
import Ledger
import TestSupport
import Testing

/// Reads of all environments of an app at once, as App Review and TestFlight need them.
struct AnyEnvironmentTests {
  private struct Things: Decodable {
    struct Thing: Decodable, Equatable { let originalTransactionId: String, environment: String }
    let entitlements: [Thing]?, subscriptions: [Thing]?
  }

  private static let both: [Things.Thing] = [
    .init(originalTransactionId: "2000", environment: "Production"),
    .init(originalTransactionId: "3000", environment: "Sandbox"),
  ]

  private static func buy(in service: TestService) async throws {
    try await service.posts("anna", .month())
    var sandbox = SignableTransaction.month("3000")
    sandbox.environment = "Sandbox"
    try await service.posts("anna", sandbox)
  }

  @Test func `entitlements and subscriptions say where they are from`() async throws {
    try await TestService.with { service in
      try await Self.buy(in: service)
      for (place, things) in [
        ("Production", Array(Self.both[..<1])), ("Sandbox", Array(Self.both[1...])),
        ("any", Self.both),
      ] {
        let query = "?environment=\(place)"
        let account = "/v1/accounts/anna"
        let used = try await service.get("\(account)/entitlements\(query)").decode(Things.self)
        #expect(used.entitlements == things)
        let told = try await service.get("\(account)/subscriptions\(query)").decode(Things.self)
        #expect(told.subscriptions == things)
      }
    }
  }

  @Test func `a query of many accounts gives each its own`() async throws {
    struct Found: Decodable {
      struct Account: Decodable { let account: String, entitlements: [Things.Thing] }
      let accounts: [Account]
    }
    try await TestService.with { service in
      try await Self.buy(in: service)
      let answer = try await service.post(
        "/v1/entitlements/query?environment=any", #"{"accounts":["bert","anna"]}"#)
      let found = try answer.decode(Found.self).accounts
      #expect(found.map(\.account) == ["bert", "anna"])
      #expect(found.map(\.entitlements) == [[], Self.both])
    }
  }

  @Test func `a bound key sees its own, and a write names one`() async throws {
    try await TestService.with { service in
      try await Self.buy(in: service)
      let bound = try await service.keys.create(
        name: "qa", scopes: [.read, .ingest], reach: KeyReach(environments: [.sandbox]))
      let answer = try await service.get(
        "/v1/accounts/anna/entitlements?environment=any", as: bound)
      #expect(try answer.decode(Things.self).entitlements == Array(Self.both[1...]))
      for refused in [
        try await service.put(
          "/v1/accounts/anna/consent?environment=any", #"{"consumption":true}"#),
        try await service.get("/v1/reports/sales?environment=any"),
      ] {
        #expect(refused.problem == "400 invalid_parameter")
      }
    }
  }
}
