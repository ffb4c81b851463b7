import Access
import AppStoreSimulator
import Foundation
import HTTPTypes
import Intake
import Ledger
import TestSupport
import Testing

/// Merges and withdrawals of tokens over HTTP.
struct MergeRouteTests {
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"

  private static func merge(
    _ service: TestService, _ body: String, into account: String = "anna", key: String? = "m-1",
    undo: Bool = false, as apiKey: APIKey? = nil
  ) async throws -> Answer {
    var headers: HTTPFields = [.authorization: "Bearer \((apiKey ?? service.key).text)"]
    if let key, let name = HTTPField.Name("Idempotency-Key") { headers[name] = key }
    let answer = try await service.ask(
      "/v1/accounts/\(account)/merge\(undo ? "/undo" : "")", .post, headers, body)
    try await service.ledger.project()
    return answer
  }

  private static let undo = #"{"from":"guest","reason":"ticket 9","author":"kim"}"#

  /// Nothing waits under either name: what was brought along is told once, and the answers would differ.
  @Test func `a guest's purchases and tokens follow, and go back with the undo`() async throws {
    try await TestService.with { service in
      let names = ["anna", "guest", Self.token]
      _ = try await service.registers("guest", Self.token)
      try await service.hears(.month(token: Self.token))
      #expect(try await service.users(among: names) == ["guest", Self.token])
      let answer = try await Self.merge(service, #"{"from":"guest"}"#)
      let position = try #require(answer.body.firstMatch(of: /"position":"([^"]+)"/)).1
      #expect(
        answer.body == #"{"account":"anna","environments":[{"balances":[],"brought":[],"#
          + #""environment":"Production"},{"balances":[],"brought":[],"environment":"Sandbox"}],"#
          + #""from":"guest","position":"\#(position)","state":"merged"}"#)
      #expect(try await service.users(among: names) == names)
      let again = try await Self.merge(service, #"{"from":"guest"}"#)
      let other = try await Self.merge(service, #"{"from":"guest"}"#, key: "m-2")
      #expect(other.body == again.body && again.body == answer.body)
      let hit = try #require(HTTPField.Name("Idempotency-Hit"))
      #expect(again.status == 200 && again.headers[hit] == "true")
      let undone = try await Self.merge(service, Self.undo, undo: true)
      #expect(undone.body.contains(#""state":"undone""#))
      #expect(try await service.users(among: names) == ["guest", Self.token])
      try await service.verifyProjections()
    }
  }

  @Test func `what cannot be meant is rejected by name, and moves nothing`() async throws {
    try await TestService.with { service in
      func problem(_ body: String, key: String? = "m-1", undo: Bool = false) async throws -> String
      {
        try await Self.merge(service, body, key: key, undo: undo).problem
      }
      #expect(try await problem(#"{"from":"guest"}"#, key: nil) == "400 idempotency_key_required")
      #expect(try await problem("{}") == "400 invalid_body")
      #expect(try await problem(#"{"from":"guest","to":"x"}"#) == "400 unknown_field")
      #expect(try await problem(#"{"from":""}"#) == "400 invalid_body")
      #expect(try await problem(#"{"from":"anna"}"#) == "404 unknown_account")
      _ = try await service.ledger.known("anna")
      #expect(try await problem(#"{"from":"anna"}"#) == "409 same_account")
      #expect(try await problem(Self.undo, undo: true) == "409 not_merged")
      #expect(try await problem(#"{"from":"guest"}"#, undo: true) == "400 invalid_body")
      let reader = try await service.keys.create(name: "game", scopes: [.grants])
      let undo = try await Self.merge(service, Self.undo, undo: true, as: reader)
      #expect(undo.problem == "403 insufficient_scope")
      #expect(try await service.ledger.count("select count(*) from event where type = 24") == 0)
    }
  }

  @Test func `an app of one environment merges there, and is read there by default`() async throws {
    let sandbox = ConfiguredApp(
      bundleID: TestLedger.bundleID, appAppleID: TestLedger.appAppleID, environments: [.sandbox])
    let intake: @Sendable (TestLedger) throws -> Intake = { ledger in
      Intake(apps: [sandbox], verifier: ledger.verifier, log: ledger.log, now: { TestLedger.now })
    }
    try await TestService.with(of: sandbox, by: intake) { service in
      let registered = try await service.registers("guest", Self.token)
      #expect(
        registered.body.contains(#""environments":[{"brought":[],"environment":"Sandbox"}]"#))
      let answer = try await Self.merge(service, #"{"from":"guest"}"#)
      #expect(answer.status == 200, "\(answer.body)")
      #expect(
        answer.body.contains(
          #""environments":[{"balances":[],"brought":[],"environment":"Sandbox"}]"#))
      let undone = try await Self.merge(service, Self.undo, undo: true)
      #expect(undone.status == 200, "\(undone.body)")
      #expect(try await service.get("/v1/accounts/anna/wallet").status == 200)
      let production = try await service.get("/v1/accounts/anna/wallet?environment=Production")
      #expect(production.problem == "400 environment_not_configured")
    }
  }

  @Test func `a withdrawn token leaves its purchases and may be registered again`() async throws {
    try await TestService.with { service in
      _ = try await service.registers("anna", Self.token)
      try await service.hears(.month(token: Self.token))
      func withdraw(_ account: String, _ token: String, _ body: String? = nil) async throws
        -> Answer
      {
        let answer = try await service.ask(
          "/v1/accounts/\(account)/tokens/\(token)", .delete,
          [.authorization: "Bearer \(service.key.text)"], body)
        try await service.ledger.project()
        return answer
      }
      #expect(try await withdraw("bert", Self.token).problem == "404 token_not_found")
      #expect(try await withdraw("anna", "no-uuid").problem == "400 invalid_token")
      let unknown = try await withdraw("anna", Self.token, #"{"why":"x"}"#)
      #expect(unknown.problem == "400 unknown_field")
      let answer = try await withdraw(
        "anna", Self.token, #"{"author":"kim","reason":"ticket 12"}"#)
      #expect(answer.status == 200 && answer.body.contains(#""kept":["2000"]"#))
      #expect(try await service.users(among: ["anna", "bert"]) == ["anna"])
      #expect(try await service.registers("bert", Self.token).status == 200)
      #expect(try await service.users(among: ["anna", "bert"]) == ["anna"])
      try await service.verifyProjections()
    }
  }

  @Test(arguments: [
    ("/v1/transactions", #"{"signedTransactions":["x"],"acount":"anna"}"#, "acount"),
    ("/v1/accounts/anna/tokens", #"{"appAccountToken":"\#(token)","x":1}"#, "x"),
    ("/v1/accounts/anna/purchases", #"{"originalTransactionId":"1","y":null}"#, "y"),
    ("/v1/accounts/anna/merge", #"{"from":"guest","z":[]}"#, "z"),
  ])
  func `an unknown field is named, and nothing is read without it`(
    path: String, body: String, field: String
  ) async throws {
    try await TestService.with { service in
      var headers: HTTPFields = [.authorization: "Bearer \(service.key.text)"]
      if let name = HTTPField.Name("Idempotency-Key") { headers[name] = "k" }
      let answer = try await service.ask(path, .post, headers, body)
      #expect(answer.problem == "400 unknown_field")
      #expect(answer.body.contains("`\(field)`"))
      #expect(try await service.ledger.eventCount() == 0)
    }
  }
}
