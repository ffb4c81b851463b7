import Access
import AppStoreSimulator
import EventStore
import Foundation
import HTTPTypes
import Intake
import Ledger
import TestSupport
import Testing

/// Tokens, merges and logins, which name a player in every environment of the app that the key reaches.
struct NamedPlayerTests {
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
  private static let tokens = "/v1/accounts/anna/tokens"
  private static let body = #"{"appAccountToken":"\#(token)"}"#

  private struct Named: Decodable {
    struct Place: Decodable, Equatable {
      let environment: String
      var brought: [String]?
      var kept: [String]?
    }
    let state: String, environments: [Place]

    var names: [String] { environments.map(\.environment) }
  }

  private struct Summary: Decodable {
    struct Place: Decodable { let environment: String, account: String? }
    let environments: [Place]

    var holders: [String] { environments.map { "\($0.environment) \($0.account ?? "-")" } }
  }

  private static func key(
    _ scopes: Set<Scope>, of environment: StoreEnvironment, _ service: TestService
  ) async throws -> APIKey {
    try await service.keys.create(
      name: "qa", scopes: scopes, reach: KeyReach(environments: [environment]))
  }

  private static func holders(_ account: String, _ service: TestService) async throws -> [String] {
    try await service.ledger.project()
    return try await service.get("/v1/accounts/\(account)?environment=any").decode(Summary.self)
      .holders
  }

  private static func isKnown(
    in environment: StoreEnvironment, _ service: TestService
  ) async throws -> Bool {
    let name = AccountReference(environment, TestLedger.bundleID, AccountID(token))
    return try await service.ledger.accounts.aliases(of: [name])[0].isKnown
  }

  private static func merge(
    _ service: TestService, _ body: String = #"{"from":"guest"}"#, undo: Bool = false,
    query: String = "", as key: APIKey? = nil
  ) async throws -> Answer {
    var headers: HTTPFields = [.authorization: "Bearer \((key ?? service.key).text)"]
    headers[try #require(HTTPField.Name("Idempotency-Key"))] = "m-1"
    let answer = try await service.ask(
      "/v1/accounts/anna/merge\(undo ? "/undo" : "")\(query)", .post, headers, body)
    try await service.ledger.project()
    return answer
  }

  /// Somebody posts a month in each environment, which waits under the token.
  private static func buy(in service: TestService) async throws {
    var sandbox = SignableTransaction.month("3000", token: token)
    sandbox.environment = "Sandbox"
    for month in [SignableTransaction.month(token: token), sandbox] {
      #expect(try await service.posts("carl", month).reason == "token_not_registered")
    }
  }

  @Test func `a login tells which purchases it brought along`() async throws {
    struct Login: Decodable { let environments: [Named.Place] }
    try await TestService.with { service in
      var tried = SignableTransaction.month("3000", token: Self.token)
      tried.environment = "Sandbox"
      try await service.hears(tried)
      let path = "/v1/accounts/\(Self.token)/resume"
      let first = try await service.post(path, "").decode(Login.self).environments
      let brought = Named.Place(environment: "Sandbox", brought: ["3000"])
      #expect(first.filter { $0.brought != [] } == [brought])
      let second = try await service.post(path, "").decode(Login.self).environments
      #expect(second.map(\.environment) == first.map(\.environment) && first.count > 1)
      #expect(second.allSatisfy { $0.brought == [] })
    }
  }

  @Test func `a token is registered, and withdrawn, in every environment`() async throws {
    try await TestService.with { service in
      try await Self.buy(in: service)
      let first = try await service.registers("anna", Self.token).decode(Named.self)
      #expect(
        first.environments == [
          .init(environment: "Production", brought: ["2000"]),
          .init(environment: "Sandbox", brought: ["3000"]),
        ])
      let count = try await service.ledger.eventCount()
      let again = try await service.registers("anna", Self.token).decode(Named.self)
      #expect(again.names == ["Production", "Sandbox"])
      #expect(again.environments.allSatisfy { $0.brought == [] })
      #expect(try await service.ledger.eventCount() == count)
      #expect(
        try await Self.holders(Self.token, service) == ["Production anna", "Sandbox anna"])
      let path = "\(Self.tokens)/\(Self.token)"
      let withdrawn = try await service.delete(path).decode(Named.self)
      #expect(
        withdrawn.environments == [
          .init(environment: "Production", kept: ["2000"]),
          .init(environment: "Sandbox", kept: ["3000"]),
        ])
      #expect(try await service.delete(path).problem == "404 token_not_found")
    }
  }

  @Test func `a token of another account in one environment is registered in none`() async throws {
    try await TestService.with { service in
      let sandbox = try await service.post(
        "/v1/accounts/bert/tokens?environment=Sandbox", Self.body
      ).decode(Named.self)
      #expect(sandbox.names == ["Sandbox"])
      for _ in 1...2 {
        let refused = try await service.post(Self.tokens, Self.body)
        #expect(refused.problem == "409 token_of_another_account")
        #expect(refused.body.contains("names another account in Sandbox"))
        #expect(try await Self.isKnown(in: .production, service) == false)
      }
      let one = try await service.post("\(Self.tokens)?environment=Production", Self.body)
        .decode(Named.self)
      #expect(one.names == ["Production"])
      // What is anna's is withdrawn, and what is bert's stays.
      let withdrawn = try await service.delete("\(Self.tokens)/\(Self.token)").decode(Named.self)
      #expect(withdrawn.names == ["Production"])
      #expect(try await Self.holders(Self.token, service) == ["Sandbox bert"])
    }
  }

  @Test func `a token that another request registers at once is told of`() async throws {
    try await TestService.with { service in
      let answers = try await service.ledger.whileLanesAreLocked { log in
        let first = Task {
          try await service.post(
            "/v1/accounts/bert/tokens?environment=Production", Self.body)
        }
        while log.unansweredCount < 1 { await Task.yield() }
        let second = Task { try await service.post(Self.tokens, Self.body) }
        while log.unansweredCount < 2 { await Task.yield() }
        return Task { [try await first.value, try await second.value] }
      }
      #expect(answers[0].status == 200)
      #expect(answers[1].problem == "409 token_of_another_account")
      #expect(answers[1].body.contains("to another account in Production at the same time"))
      #expect(!answers[1].body.contains("nowhere"))
      #expect(
        try await Self.holders(Self.token, service) == ["Production bert", "Sandbox anna"])
    }
  }

  @Test(arguments: ["", "?environment=Sandbox"])
  func `a key of one environment registers, merges and resumes there alone`(query: String)
    async throws
  {
    try await TestService.with { service in
      let key = try await Self.key([.admin], of: .sandbox, service)
      #expect(
        try await service.post("/v1/accounts/guest/resume\(query)", "", as: key).status == 200)
      #expect(try await Self.holders("guest", service) == ["Sandbox guest"])
      #expect(try await service.post("/v1/accounts/guest/resume", "").status == 200)
      #expect(
        try await Self.holders("guest", service) == ["Production guest", "Sandbox guest"])
      let own = try await service.post("\(Self.tokens)\(query)", Self.body, as: key)
        .decode(Named.self)
      #expect(own.names == ["Sandbox"])
      #expect(try await Self.isKnown(in: .production, service) == false)
      let all = try await service.post(Self.tokens, Self.body).decode(Named.self)
      #expect(all.names == ["Production", "Sandbox"])
      let merged = try await Self.merge(service, query: query, as: key).decode(Named.self)
      #expect((merged.state, merged.names) == ("merged", ["Sandbox"]))
      #expect(
        try await Self.holders("guest", service) == ["Production guest", "Sandbox anna"])
      let undone = try await Self.merge(
        service, #"{"from":"guest","reason":"ticket 9","author":"kim"}"#, undo: true,
        query: query, as: key
      ).decode(Named.self)
      #expect((undone.state, undone.names) == ("undone", ["Sandbox"]))
      let withdrawn = try await service.delete(
        "\(Self.tokens)/\(Self.token)\(query)", as: key
      ).decode(Named.self)
      #expect(withdrawn.names == ["Sandbox"])
      #expect(try await Self.isKnown(in: .production, service))
      try await service.ledger.project()
      try await service.verifyProjections()
    }
  }

  @Test func `a merge of one environment is finished by one of all`() async throws {
    try await TestService.with { service in
      #expect(try await service.post("/v1/accounts/guest/resume", "").status == 200)
      let key = try await Self.key([.grants], of: .production, service)
      let one = try await Self.merge(service, as: key).decode(Named.self)
      #expect(one.names == ["Production"])
      let hit = try #require(HTTPField.Name("Idempotency-Hit"))
      let all = try await Self.merge(service)
      #expect(all.headers[hit] == nil)
      #expect(try all.decode(Named.self).names == ["Production", "Sandbox"])
      #expect(try await Self.merge(service, as: key).headers[hit] == "true")
      #expect(try await Self.holders("guest", service) == ["Production anna", "Sandbox anna"])
    }
  }

  @Test(arguments: [("", 2), ("?environment=Sandbox", 1)])
  func `a login counts what waits in every environment`(query: String, count: Int) async throws {
    struct Resumed: Decodable { let pendingGrants: Int }
    try await TestService.with { service in
      for (id, environment) in [("1", .production), ("2", .sandbox)]
        as [(TransactionID, StoreEnvironment)]
      {
        var gems = GemPurchase(id)
        gems.environment = environment
        let anna = AccountReference(environment, TestLedger.bundleID, "anna")
        try await service.ledger.record([
          gems.bought(), gems.owned(by: anna), gems.granted(100, to: anna),
        ])
      }
      try await service.ledger.project()
      let answer = try await service.post("/v1/accounts/anna/resume\(query)", "")
      #expect(try answer.decode(Resumed.self).pendingGrants == count)
    }
  }
}
