import Access
import AppStoreSimulator
import HTTPTypes
import Ledger
import TestSupport
import Testing

/// Purchases that a person of customer support moves to an account, with a reason.
struct SupportLinkTests {
  private static let reason = #"{"originalTransactionId":"2000","reason":"the wrong account"}"#

  private struct Balances: Decodable {
    struct Balance: Decodable { let coin: String, balance: Int64 }
    let balances: [Balance]
  }

  private func key(_ scopes: Scope..., of service: TestService) async throws -> APIKey {
    try await service.keys.create(name: "desk", scopes: Set(scopes))
  }

  private func gems(_ account: String, of service: TestService) async throws -> Int64 {
    while try await service.ledger.granter.runOnce() > 0 {}
    let wallet = try await service.get("/v1/accounts/\(account)/wallet").decode(Balances.self)
    return wallet.balances.first { $0.coin == "gem" }?.balance ?? 0
  }

  private func link(
    _ body: String, as key: APIKey, of service: TestService
  ) async throws -> Answer {
    let answer = try await service.post("/v1/accounts/berta/purchases", body, as: key)
    try await service.ledger.project()
    return answer
  }

  @Test func `with a reason an owned purchase moves, and its coins stay`() async throws {
    try await TestService.with { service in
      try await service.sellsGemsByTheMonth()
      try await service.posts("anna", .month())
      let desk = try await key(.support, of: service)
      #expect(try await link(Self.reason, as: desk, of: service).status == 200)
      #expect(try await service.users(among: ["anna", "berta"]) == ["berta"])
      #expect(try await gems("anna", of: service) == 50)
      #expect(try await gems("berta", of: service) == 0)
      let history = try await service.get("/v1/accounts/berta/history").body
      #expect(history.contains(#""author":"desk""#))
      #expect(history.contains(#""reason":"the wrong account""#))
    }
  }

  @Test func `its coins move too if wanted, by any transaction's id`() async throws {
    try await TestService.with { service in
      try await service.sellsGemsByTheMonth()
      var first = SignableTransaction.month()
      first.purchaseDate = Instant(day: "2026-04-15").milliseconds
      first.expiresDate = Instant(day: "2026-05-15").milliseconds
      try await service.posts("anna", first)
      var renewal = SignableTransaction.month("2001")
      renewal.originalTransactionId = "2000"
      try await service.posts("anna", renewal)
      #expect(try await gems("anna", of: service) == 100)
      let desk = try await key(.support, .grants, of: service)
      let body =
        #"{"originalTransactionId":"2001","reason":"the wrong account","by":"mia","withCoins":true}"#
      let linked = try await link(body, as: desk, of: service)
      #expect(linked.status == 200)
      #expect(linked.body.contains(#""originalTransactionId":"2000""#), "\(linked.body)")
      #expect(try await service.users(among: ["anna", "berta"]) == ["berta"])
      #expect(try await gems("anna", of: service) == 0)
      #expect(try await gems("berta", of: service) == 100)
      let history = try await service.get("/v1/accounts/berta/history").body
      #expect(history.contains(#""author":"mia""#))
    }
  }

  @Test(arguments: [
    (Scope.ingest, SupportLinkTests.reason, "403 insufficient_scope"),
    (.support, #"{"originalTransactionId":"2000"}"#, "403 insufficient_scope"),
    (.read, SupportLinkTests.reason, "403 insufficient_scope"),
    (.ingest, #"{"originalTransactionId":"2000"}"#, "409 owned_by_another_account"),
    (.ingest, #"{"originalTransactionId":"2000","withCoins":true}"#, "400 invalid_body"),
    (.support, #"{"originalTransactionId":"2000","by":"mia"}"#, "400 invalid_body"),
    (.support, #"{"originalTransactionId":"2000","reason":""}"#, "400 invalid_body"),
    (
      .support, #"{"originalTransactionId":"2000","reason":"a mail","withCoins":true}"#,
      "403 insufficient_scope"
    ),
    (.support, #"{"originalTransactionId":"77","reason":"a mail"}"#, "404 purchase_not_found"),
  ])
  func `what a key may not decide moves nothing`(
    scope: Scope, body: String, problem: String
  ) async throws {
    try await TestService.with { service in
      try await service.posts("anna", .month())
      let key = try await key(scope, of: service)
      #expect(try await link(body, as: key, of: service).problem == problem)
      #expect(try await service.users(among: ["anna", "berta"]) == ["anna"])
    }
  }
}
