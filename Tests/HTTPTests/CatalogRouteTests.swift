import Access
import EventStore
import Foundation
import HTTPTypes
import Ledger
import TestSupport
import Testing

/// Catalogs that are read and published through the API.
struct CatalogRouteTests {
  private static let gems =
    #"{"coins":{"gem":{"wallet":"daicho","creditMax":500}},"products":[{"productId":"gems","type":"Consumable","#
    + #""grants":[{"coin":"gem","amount":100}]}]}"#

  private struct Publication: Decodable { let outcome: String, number: Int }

  private struct Shown: Decodable {
    struct InForce: Decodable {
      struct Coin: Decodable, Equatable {
        let wallet: String, creditMax: Int64?, spendFirst: String?
      }
      struct Product: Decodable { let productId: String }
      let number: Int, coins: [String: Coin], products: [Product]
    }
    let app: String, inForce: InForce?
  }

  @Test func `what is published is in force and read back`() async throws {
    try await TestService.with { service in
      let before = try await service.get("/v1/catalog").decode(Shown.self)
      #expect(before.app == "com.example.game")
      #expect(before.inForce == nil)
      let dry = try await service.put("/v1/catalog?dryRun=true", Self.gems)
      #expect(try dry.decode(Publication.self).outcome == "dryRun")
      #expect(try await service.get("/v1/catalog").decode(Shown.self).inForce == nil)
      let published = try await service.put("/v1/catalog", Self.gems)
      #expect(try published.decode(Publication.self).outcome == "published")
      let again = try await service.put("/v1/catalog", Self.gems)
      #expect(try again.decode(Publication.self).outcome == "unchanged")
      let answer = try await service.get("/v1/catalog")
      let shown = try #require(try answer.decode(Shown.self).inForce)
      #expect(shown.number == 1)
      #expect(shown.coins == ["gem": .init(wallet: "daicho", creditMax: 500, spendFirst: "earned")])
      #expect(shown.products.map(\.productId) == ["gems"])
      let tag = try #require(answer.headers[.eTag])
      let later = try await service.get(
        "/v1/catalog?at=2026-06-02T00:00:00Z", headers: [.ifNoneMatch: tag])
      #expect(later.status == 304)
    }
  }

  @Test func `each fault is named, and nothing is published`() async throws {
    struct Faults: Decodable {
      struct Fault: Decodable { let field: String, reason: String }
      let errors: [Fault]
    }
    try await TestService.with { service in
      let bad = try await service.put(
        "/v1/catalog",
        #"{"products":[{"productId":"gems","type":"Consumable","unlocks":["pro"],"#
          + #""grants":[{"coin":"gem","amount":0}]}]}"#)
      #expect(bad.problem == "400 invalid_catalog")
      #expect(
        try bad.decode(Faults.self).errors.map(\.field) == [
          "products[0].grants[0].amount", "products[0].unlocks",
        ])
      let rules = try await service.put(
        "/v1/catalog",
        #"{"coins":{"gem":{"wallet":"daicho","creditMax":0,"spendFirst":"bought"},"#
          + #""star":{"wallet":"game","spendFirst":"earned"}},"#
          + #""products":[{"productId":"gems","type":"Consumable","grants":[]}]}"#)
      #expect(rules.problem == "400 invalid_catalog")
      #expect(
        try rules.decode(Faults.self).errors.map(\.field) == [
          "coins.gem.creditMax", "coins.star.spendFirst",
        ])
      let order = try await service.put(
        "/v1/catalog",
        #"{"coins":{"gem":{"wallet":"daicho","spendFirst":"oldest"}},"#
          + #""products":[{"productId":"gems","type":"Consumable","grants":[]}]}"#)
      #expect(
        try order.decode(Faults.self).errors.map(\.reason) == [#"must be "earned" or "bought""#])
      let undeclared = try await service.put(
        "/v1/catalog",
        #"{"products":[{"productId":"gems","type":"Consumable","#
          + #""grants":[{"coin":"gem","amount":1}]}]}"#)
      #expect(undeclared.problem == "400 invalid_catalog")
      #expect(undeclared.body.contains("unknown_coin"))
      #expect(try await service.put("/v1/catalog", "{").problem == "400 unreadable_body")
      #expect(try await service.get("/v1/catalog").decode(Shown.self).inForce == nil)
    }
  }

  @Test func `a key that reads may not publish`() async throws {
    try await TestService.with { service in
      let key = try await service.keys.create(name: "game", scopes: [.read])
      #expect(try await service.get("/v1/catalog", as: key).status == 200)
      let refused = try await service.put("/v1/catalog", Self.gems, as: key)
      #expect(refused.problem == "403 insufficient_scope")
      let post = try await service.post("/v1/catalog", Self.gems)
      #expect(post.problem == "405 method_not_allowed")
      #expect(post.headers[.allow] == "GET, HEAD, PUT")
    }
  }

  @Test func `a catalog that was published later is left out`() async throws {
    try await TestService.with { service in
      _ = try await service.put("/v1/catalog", Self.gems)
      let first = try await service.ledger.log.cut().moment
      let more = Self.gems.replacingOccurrences(of: #""amount":100"#, with: #""amount":120"#)
      _ = try await service.put("/v1/catalog", more)
      func number(_ query: String) async throws -> Int? {
        try await service.get("/v1/catalog?\(query)").decode(Shown.self).inForce?.number
      }
      #expect(try await number("") == 2)
      #expect(try await number("knownAt=\(first)") == 1)
      #expect(try await number("knownAt=2001-01-01T00:00:00.000Z") == nil)
      let future = try await service.get("/v1/catalog?knownAt=2999-01-01T00:00:00.000Z")
      #expect(future.problem == "400 invalid_parameter")
    }
  }

  @Test func `a catalog is that of all environments, and an environment is only checked`()
    async throws
  {
    try await TestService.with { service in
      for environment in ["Production", "Sandbox"] {
        let answer = try await service.put("/v1/catalog?environment=\(environment)", Self.gems)
        #expect(answer.status == 200, "\(answer.body)")
      }
      let any = try await service.put("/v1/catalog?environment=any", Self.gems)
      #expect(any.problem == "400 invalid_parameter")
      let plain = try await service.get("/v1/catalog")
      for environment in ["Production", "Sandbox", "any"] {
        let answer = try await service.get("/v1/catalog?environment=\(environment)")
        #expect(answer.body == plain.body)
      }
      let other = try await service.get("/v1/catalog?environment=Xcode")
      #expect(other.problem == "400 environment_not_configured")
      let bound = try await service.keys.create(
        name: "qa", scopes: [.read], reach: KeyReach(environments: [.sandbox]))
      for (query, problem) in [
        ("", nil), ("?environment=any", nil), ("?environment=Sandbox", nil),
        ("?environment=Production", "403 key_not_for_environment"),
      ] as [(String, String?)] {
        let answer = try await service.get("/v1/catalog\(query)", as: bound)
        #expect(answer.problem == problem ?? plain.body, "\(query)")
      }
    }
  }

  @Test func `a catalog covers the position that it is asked for, or says that it cannot`()
    async throws
  {
    try await TestService.with { service in
      let recorded = try await service.ledger.log.position()
      let token = service.ledger.log.token(recorded)
      #expect(try await service.get("/v1/catalog?minPosition=\(token)").status == 200)
      let ahead = Position(recorded.lanes.mapValues { $0 + 1_000 })
      let answer = try await service.get(
        "/v1/catalog?minPosition=\(service.ledger.log.token(ahead))")
      #expect(answer.problem == "503 position_not_reached retryable")
    }
  }
}
