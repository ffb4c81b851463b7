import Access
import AppStoreSimulator
import Foundation
import HTTPTypes
import Ledger
import Outbox
import TestSupport
import Testing

/// Keys that are bound to apps and environments, on every route. The app of the tests is
/// `com.example.game`, in Production and Sandbox.
struct KeyReachRouteTests {
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
  private static let job = "00000000000000000000000000000000"
  private static let ofOther = KeyReach(apps: ["com.example.other"])
  private static let ofGame = KeyReach(apps: [TestLedger.bundleID])
  private static let ofProduction = KeyReach(environments: [.production])
  private static let ofXcode = KeyReach(environments: [.xcode])
  private static let ofSandbox = KeyReach(environments: [.sandbox])

  /// Every route that names an app by default or by its parameter, and every route about all apps.
  private static let routes: [(HTTPRequest.Method, String)] = [
    (.get, "/v1/accounts/anna/entitlements"), (.get, "/v1/accounts/anna/subscriptions"),
    (.post, "/v1/entitlements/query"), (.get, "/v1/accounts/anna/tenure"),
    (.get, "/v1/accounts/anna/history"), (.get, "/v1/accounts/anna/offers"),
    (.post, "/v1/accounts/anna/offers/signature"),
    (.post, "/v1/accounts/anna/entitlements"),
    (.delete, "/v1/accounts/anna/entitlements/\(token)"),
    (.get, "/v1/accounts/anna/wallet"), (.post, "/v1/accounts/anna/purchases"),
    (.get, "/v1/accounts/anna/consent"), (.put, "/v1/accounts/anna/consent"),
    (.post, "/v1/accounts/anna/wallet/spend"), (.post, "/v1/accounts/anna/wallet/reserve"),
    (.post, "/v1/accounts/anna/wallet/commit"), (.post, "/v1/accounts/anna/wallet/cancel"),
    (.post, "/v1/accounts/anna/wallet/adjust"), (.get, "/v1/grants"),
    (.get, "/v1/reports/commission"), (.get, "/v1/outbox"), (.post, "/v1/outbox/\(job)/retry"),
    (.post, "/v1/outbox/\(job)/park"),
  ]

  /// The routes that name a player in every environment of the app.
  private static let naming: [(HTTPRequest.Method, String)] = [
    (.post, "/v1/accounts/anna/tokens"), (.delete, "/v1/accounts/anna/tokens/\(token)"),
    (.post, "/v1/accounts/anna/merge"), (.post, "/v1/accounts/anna/merge/undo"),
    (.post, "/v1/accounts/anna/resume"), (.delete, "/v1/accounts/anna"),
  ]

  private static func ask(
    _ service: TestService, _ route: (HTTPRequest.Method, String), as key: APIKey
  ) async throws -> Answer {
    try await service.ask(route.1, route.0, [.authorization: "Bearer \(key.text)"], "{}")
  }

  @Test func `a key of another app is refused by every route, whatever its scopes`() async throws {
    try await TestService.with { service in
      let key = try await service.keys.create(name: "b", scopes: [.admin], reach: Self.ofOther)
      for route in Self.routes + Self.naming {
        let answer = try await Self.ask(service, route, as: key)
        #expect(answer.problem == "403 key_not_for_app", "\(route)")
        #expect(answer.body.contains("com.example.other"), "\(route)")
      }
      #expect(try await service.ledger.eventCount() == 0)
    }
  }

  @Test func `a key of another environment is refused by every route that does not name its own`()
    async throws
  {
    try await TestService.with { service in
      let key = try await service.keys.create(name: "qa", scopes: [.admin], reach: Self.ofSandbox)
      for route in Self.routes {
        let answer = try await Self.ask(service, route, as: key)
        #expect(answer.problem == "403 key_not_for_environment", "\(route)")
      }
      for path in ["/v1/accounts/anna/entitlements", "/v1/accounts/anna/wallet"] {
        let own = try await service.get("\(path)?environment=Sandbox", as: key)
        #expect(own.status == 200, "\(path)")
      }
    }
  }

  @Test func `a key of the app does what its scopes allow`() async throws {
    let anna = "6f1d2c3b-0a9e-4d8c-b7a6-5f4e3d2c1b0a"
    try await TestService.withMonth(of: anna) { service in
      let reach = KeyReach(apps: [TestLedger.bundleID], environments: [.production])
      let key = try await service.keys.create(name: "a", scopes: [.read], reach: reach)
      let answer = try await service.get("/v1/accounts/\(anna)/entitlements", as: key)
      #expect(answer.status == 200)
      #expect(answer.body.contains(#""originalTransactionId":"2000""#))
      #expect(try await service.get("/v1/grants", as: key).problem == "403 insufficient_scope")
    }
  }

  @Test(arguments: [
    (ofGame, "", "200"), (ofProduction, "", "200"), (ofOther, "", "403 key_not_for_app"),
    (ofOther, "?app=com.example.game", "403 key_not_for_app"),
    (ofSandbox, "", "403 key_not_for_environment"),
  ])
  func `a purchase of another app is out of reach`(
    reach: KeyReach, query: String, expected: String
  ) async throws {
    try await TestService.withMonth(of: "anna") { service in
      let key = try await service.keys.create(name: "a", scopes: [.read], reach: reach)
      let answer = try await service.get("/v1/purchases/2000\(query)", as: key)
      #expect((answer.status == 200 ? "200" : answer.problem) == expected)
    }
  }

  @Test func `a grant of another app is as unknown, and cannot be acknowledged`() async throws {
    let gems = GemPurchase("2000")
    let anna = AccountReference(.production, TestLedger.bundleID, "anna")
    try await TestService.with { service in
      try await service.ledger.record([
        gems.bought(), gems.owned(by: anna), gems.granted(100, to: anna),
      ])
      try await service.ledger.project()
      let path = "/v1/grants/\(gems.grant())"
      for (reach, expected) in [
        (Self.ofGame, "200"), (Self.ofOther, "404 grant_not_found"),
        (Self.ofSandbox, "404 grant_not_found"),
      ] {
        let key = try await service.keys.create(name: "a", scopes: [.grants], reach: reach)
        for answer in [
          try await service.get(path, as: key),
          try await service.post("\(path)/acknowledge", "", as: key),
        ] {
          #expect((answer.status == 200 ? "200" : answer.problem) == expected)
        }
        let named = try await service.get("\(path)?app=com.example.game", as: key)
        let problem = reach == Self.ofOther ? "403 key_not_for_app" : expected
        #expect((named.status == 200 ? "200" : named.problem) == problem)
      }
    }
  }

  @Test func `a key of other environments names nobody`() async throws {
    try await TestService.with { service in
      for (reach, place) in [(Self.ofSandbox, "?environment=Production"), (Self.ofXcode, "")] {
        let key = try await service.keys.create(name: "qa", scopes: [.admin], reach: reach)
        for (method, path) in Self.naming {
          let answer = try await Self.ask(service, (method, "\(path)\(place)"), as: key)
          #expect(answer.problem == "403 key_not_for_environment", "\(path)")
          #expect(answer.body.contains("about Production, but the key is for"), "\(path)")
        }
      }
      #expect(try await service.ledger.eventCount() == 0)
    }
  }

  @Test(
    arguments: [
      (ofGame, "settled", nil), (ofProduction, "settled", nil),
      (ofOther, "rejected", "key_not_for_app"), (ofSandbox, "rejected", "key_not_for_environment"),
    ] as [(KeyReach, String, String?)])
  func `a posted transaction is recorded only if its key reaches its app and environment`(
    reach: KeyReach, state: String, reason: String?
  ) async throws {
    struct Submission: Decodable { let state: String, reason: String? }
    try await TestService.with { service in
      let key = try await service.keys.create(name: "a", scopes: [.ingest], reach: reach)
      let jws = try service.ledger.authority.sign(payload: SignableTransaction.month())
      let body = #"{"account":"anna","signedTransactions":["\#(jws)"]}"#
      let answer = try await service.post("/v1/transactions", body, as: key)
      let submission = try answer.decode(Submission.self)
      #expect(submission.state == state && submission.reason == reason)
      let isEmpty = try await service.ledger.eventCount() == 0
      #expect(isEmpty == (state == "rejected"))
    }
  }

  @Test func `a post that names an app or environment beyond its key is refused as a whole`()
    async throws
  {
    try await TestService.with { service in
      let body = #"{"signedTransactions":["a.b.c"]}"#
      for (reach, query, problem) in [
        (Self.ofOther, "app=com.example.game", "403 key_not_for_app"),
        (Self.ofSandbox, "environment=Production", "403 key_not_for_environment"),
      ] {
        let key = try await service.keys.create(name: "a", scopes: [.ingest], reach: reach)
        let answer = try await service.post("/v1/transactions?\(query)", body, as: key)
        #expect(answer.problem == problem)
      }
    }
  }

  @Test func `a transaction of an app that is neither configured nor the key's is not kept`()
    async throws
  {
    try await TestService.with { service in
      let jws = try service.ledger.authority.sign(
        payload: SignableTransaction.month(bundleID: "com.example.third"))
      let body = #"{"signedTransactions":["\#(jws)"]}"#
      for (reach, reason, kept) in [
        (Self.ofOther, "key_not_for_app", 0), (.everything, "app_not_configured", 1),
      ] {
        let key = try await service.keys.create(name: "a", scopes: [.ingest], reach: reach)
        let answer = try await service.post("/v1/transactions", body, as: key)
        #expect(answer.body.contains(#""reason":"\#(reason)""#))
        let jobs = try await service.ledger.queue.administration.list(state: .parked, limit: 10)
          .jobs
        #expect(jobs.count == kept)
      }
    }
  }
}
