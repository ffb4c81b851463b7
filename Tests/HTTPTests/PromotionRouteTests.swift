import Access
import AppStoreSimulator
import EventStore
import Foundation
import HTTPTypes
import Ledger
import TestSupport
import Testing

/// Promotional entitlements over HTTP. The present is 2026-06-01.
struct PromotionRouteTests {
  private static let path = "/v1/accounts/anna/entitlements"
  private static let wish = body(#""productId":"com.example.month""#)

  private struct Told: Decodable, Equatable {
    let productId: String, type: String, originalTransactionId: String, transactionId: String
    let ownership: String, environment: String, subscriptionGroupId: String?, unlocks: [String]
    let state: String, startsAt: String, expiresAt: String?, willRenew: Bool?, confirmedAt: String
  }

  private struct Listed: Decodable {
    let position: String, entitlements: [Told]
  }

  private struct Promotion: Decodable, Equatable {
    struct Withdrawal: Decodable, Equatable { let at: String, author: String, reason: String }
    let id: String, account: String, productId: String?, name: String?, until: String
    let state: String, grantedAt: String, author: String, reason: String
    let withdrawal: Withdrawal?, position: String
  }

  private static func body(
    _ thing: String, until: String = "2026-07-01T00:00:00.000Z", reason: String = "ticket 12"
  ) -> String {
    #"{\#(thing),"until":"\#(until)","reason":"\#(reason)","author":"eve"}"#
  }

  private static func with(
    _ test: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      let answer = try await service.put(
        "/v1/catalog?from=2026-01-01T00:00:00Z",
        #"""
        {"coins":{"gem":{"wallet":"daicho"}},"products":[
          {"productId":"com.example.month","type":"Auto-Renewable Subscription",
           "subscriptionGroupId":"group","period":"P1M","unlocks":["pro"],
           "grants":[{"coin":"gem","amount":5}]},
          {"productId":"gems","type":"Consumable","grants":[{"coin":"gem","amount":1}]}]}
        """#)
      #expect(answer.status == 200, "\(answer.body)")
      try await test(service)
    }
  }

  private static func grant(
    _ service: TestService, _ body: String = wish, to account: String = "anna"
  ) async throws -> Promotion {
    let answer = try await service.post("/v1/accounts/\(account)/entitlements", body)
    #expect(answer.status == 200, "\(answer.body)")
    try await service.ledger.project()
    return try answer.decode(Promotion.self)
  }

  private static func withdraw(
    _ service: TestService, _ id: String, from account: String = "anna"
  ) async throws -> Answer {
    let answer = try await service.delete(
      "/v1/accounts/\(account)/entitlements/\(id)", #"{"reason":"mistake","author":"bob"}"#)
    try await service.ledger.project()
    return answer
  }

  private static func told(
    _ service: TestService, _ query: String = "", of account: String = "anna"
  ) async throws -> [Told] {
    try await service.get("/v1/accounts/\(account)/entitlements\(query)").decode(Listed.self)
      .entitlements
  }

  @Test func `every read of entitlements tells it, and nothing is paid or credited`() async throws {
    try await Self.with { service in
      let promotion = try await Self.grant(service)
      let expected = Told(
        productId: "com.example.month", type: "Auto-Renewable Subscription",
        originalTransactionId: promotion.id, transactionId: promotion.id,
        ownership: "PROMOTIONAL", environment: "Production", subscriptionGroupId: "group",
        unlocks: ["pro"], state: "active", startsAt: "2026-06-01T00:00:00.000Z",
        expiresAt: "2026-07-01T00:00:00.000Z", willRenew: nil,
        confirmedAt: "2026-06-01T00:00:00.000Z")
      let answer = try await service.get("\(Self.path)?minPosition=\(promotion.position)")
      #expect(try answer.decode(Listed.self).entitlements == [expected])
      let tag = try #require(answer.headers[.eTag])
      #expect(try await service.get(Self.path, headers: [.ifNoneMatch: tag]).status == 304)
      #expect(try await service.get("\(Self.path)/pro").decode(Told.self) == expected)
      struct Queried: Decodable {
        struct Account: Decodable { let entitlements: [Told] }
        let accounts: [Account]
      }
      let queried = try await service.post(
        "/v1/entitlements/query", #"{"accounts":["anna"],"subscriptionGroupId":"group"}"#)
      #expect(try queried.decode(Queried.self).accounts.map(\.entitlements) == [[expected]])
      struct Summary: Decodable { let entitlements: [Told] }
      let summary = try await service.get("/v1/accounts/anna").decode(Summary.self)
      #expect(summary.entitlements == [expected])
      #expect(try await Self.told(service, "?at=2026-05-31T23:59:59.999Z").isEmpty)
      #expect(try await Self.told(service, "?at=2026-07-01T00:00:00Z").isEmpty)
      try await service.ledger.grant()
      try await service.ledger.project()
      for table in ["coin_grant", "journal_entry", "commission_line", "service_period"] {
        #expect(try await service.ledger.count("select count(*) from \(table)") == 0)
      }
      try await service.verifyProjections()
    }
  }

  @Test func `a repetition is the same promotion, and a withdrawal is undone by another one`()
    async throws
  {
    try await Self.with { service in
      let first = try await Self.grant(service)
      let again = try await Self.grant(
        service, Self.body(#""productId":"com.example.month""#, reason: "ticket 13"))
      #expect(again.id == first.id && again.reason == "ticket 12")
      let known = try await service.ledger.log.cut().moment
      let withdrawn = try await Self.withdraw(service, first.id).decode(Promotion.self)
      #expect(withdrawn.id == first.id && withdrawn.state == "withdrawn")
      #expect(
        withdrawn.withdrawal
          == .init(at: "2026-06-01T00:00:00.000Z", author: "bob", reason: "mistake"))
      #expect(try await Self.withdraw(service, first.id).status == 200)
      #expect(try await Self.told(service).isEmpty)
      #expect(try await Self.told(service, "?knownAt=\(known)").map(\.transactionId) == [first.id])
      let second = try await Self.grant(service)
      #expect(second.id != first.id && second.state == "granted")
      #expect(try await Self.told(service).map(\.transactionId) == [second.id])
      #expect(try await service.ledger.count("select count(*) from event where type = 32") == 2)
      #expect(try await service.ledger.count("select count(*) from event where type = 33") == 1)
      try await service.verifyProjections()
      try await service.ledger.forgetProjections()
      try await service.ledger.project()
      #expect(try await Self.told(service).map(\.transactionId) == [second.id])
    }
  }

  @Test func `a guest's promotion follows a merge, and an erasure takes it`() async throws {
    try await Self.with { service in
      let promotion = try await Self.grant(service, Self.body(#""name":"pro""#), to: "guest")
      #expect(promotion.name == "pro" && promotion.productId == nil)
      let headers: HTTPFields = [
        .authorization: "Bearer \(service.key.text)",
        try #require(HTTPField.Name("Idempotency-Key")): "m-1",
      ]
      let merged = try await service.ask(
        "/v1/accounts/anna/merge", .post, headers, #"{"from":"guest"}"#)
      #expect(merged.status == 200, "\(merged.body)")
      try await service.ledger.project()
      let told = try await Self.told(service)
      #expect(told.map(\.transactionId) == [promotion.id])
      #expect(told.map(\.productId) == ["pro"] && told.map(\.unlocks) == [["pro"]])
      let again = try await Self.grant(service, Self.body(#""name":"pro""#))
      #expect(again.id == promotion.id)
      let other = try await Self.grant(service)
      #expect(try await Self.withdraw(service, promotion.id).status == 200)
      #expect(try await Self.told(service).map(\.transactionId) == [other.id])
      #expect(try await service.delete("/v1/accounts/anna").status == 200)
      try await service.ledger.project()
      #expect(try await Self.told(service).isEmpty)
      #expect(try await Self.withdraw(service, other.id).problem == "404 promotion_not_found")
      try await service.verifyProjections()
    }
  }

  @Test func `it is told in the history, and among the acts on accounts without the name`()
    async throws
  {
    try await Self.with { service in
      let promotion = try await Self.grant(service)
      _ = try await Self.withdraw(service, promotion.id)
      struct History: Decodable {
        struct Item: Decodable { let type: String, data: [String: String]? }
        let history: [Item]
      }
      let history = try await service.get("/v1/accounts/anna/history").decode(History.self).history
      #expect(history.map(\.type) == ["promotion.granted", "promotion.withdrawn"])
      #expect(history.map { $0.data?["reason"] } == ["ticket 12", "mistake"])
      struct Acts: Decodable {
        struct Act: Decodable { let act: String, object: String?, by: String?, reason: String? }
        let acts: [Act]
      }
      let audit = try await service.get("/v1/audit?act=entitlements&accounts=true")
      let acts = try audit.decode(Acts.self).acts
      #expect(acts.map(\.act) == ["entitlements.grant", "entitlements.withdraw"])
      #expect(acts.map(\.by) == ["eve", "bob"] && acts.map(\.reason) == ["ticket 12", "mistake"])
      #expect(acts.allSatisfy { $0.object == promotion.id })
      #expect(!audit.body.contains("anna"))
    }
  }

  @Test(arguments: [
    (#""productId":"com.example.year""#, "2026-07-01T00:00:00Z", "409 unknown_product"),
    (#""productId":"gems""#, "2026-07-01T00:00:00Z", "400 invalid_body"),
    (#""name":"vip""#, "2026-07-01T00:00:00Z", "409 unknown_name"),
    (#""name":"pro""#, "2026-06-01T00:00:00Z", "400 invalid_body"),
    (#""name":"pro""#, "tomorrow", "400 invalid_body"),
    (#""name":"pro","productId":"com.example.month""#, "2026-07-01T00:00:00Z", "400 invalid_body"),
    (#""name":null"#, "2026-07-01T00:00:00Z", "400 invalid_body"),
    (#""name":"pro","days":30"#, "2026-07-01T00:00:00Z", "400 unknown_field"),
  ])
  func `what cannot be given is refused by name, and makes nobody known`(
    thing: String, until: String, problem: String
  ) async throws {
    try await Self.with { service in
      let answer = try await service.post(Self.path, Self.body(thing, until: until))
      #expect(answer.problem == problem)
      #expect(try await service.get("/v1/accounts/anna").problem == "404 unknown_account")
    }
  }

  @Test func `every faulty field is named at once`() async throws {
    struct Document: Decodable {
      struct Fault: Decodable { let field: String }
      let errors: [Fault]
    }
    try await Self.with { service in
      let answer = try await service.post(
        Self.path, #"{"until":"soon","reason":" ","author":""}"#)
      let fields = try answer.decode(Document.self).errors.map(\.field)
      #expect(fields == ["productId", "until", "author", "reason"])
    }
  }

  @Test(arguments: [("support", "200"), ("read", "403 insufficient_scope")])
  func `a key of support is required`(scopes: String, outcome: String) async throws {
    try await Self.with { service in
      let key = try await service.keys.create(
        name: "desk", scopes: try #require(Set<Scope>(names: scopes)))
      let given = try await service.post(Self.path, Self.wish, as: key)
      #expect((given.status == 200 ? "200" : given.problem) == outcome)
      let id = UUID().uuidString
      let taken = try await service.delete(
        "\(Self.path)/\(id)", #"{"reason":"mistake","author":"bob"}"#, as: key)
      #expect(taken.problem == (outcome == "200" ? "404 promotion_not_found" : outcome))
    }
  }
}
