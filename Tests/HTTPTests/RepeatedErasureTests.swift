import Access
import AppStoreSimulator
import EventStore
import HTTP
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// Erasures of what an earlier one left, and of what waits for persons of whom the log knows nothing.
struct RepeatedErasureTests {
  private struct Erased: Decodable {
    struct Place: Decodable, Equatable {
      let environment: String, purchases: [String], jobs: Int, receipts: Int
    }
    let environments: [Place]
  }

  private static let path = "/v1/accounts/anna"
  private static let receipts = "select count(*) from receipt"
  private static let jobs = "select count(*) from job where account is not null"

  /// Erases anna from the log alone, as a process does that dies before it deletes the receipts.
  private func eraseFromLog(_ service: TestService) async throws {
    for environment in TestLedger.environments {
      _ = try await service.ledger.intake.erasures.erase(
        AccountReference(environment, TestLedger.bundleID, "anna"), of: TestLedger.bundleID,
        in: environment)
    }
  }

  private func acts(_ service: TestService) async throws -> Int64 {
    let type = EventType.actRecorded.rawValue
    return try await service.ledger.count(
      "select count(*) from event where type = \(type)")
  }

  @Test func `a repetition deletes what an interruption left, and nothing of others`() async throws
  {
    try await TestService.with { service in
      try await service.posts("anna", .month())
      try await eraseFromLog(service)
      #expect(try await service.posts("bert", .month()).state == "settled")
      #expect(try await service.users(among: ["anna", "bert"]) == ["bert"])
      #expect(try await service.ledger.count(Self.receipts) == 2)
      let before = try await acts(service)
      let erased = try await service.delete(Self.path).decode(Erased.self)
      #expect(
        erased.environments == [
          .init(environment: "Production", purchases: [], jobs: 0, receipts: 1)
        ])
      #expect(try await service.ledger.count(Self.receipts) == 1)
      #expect(try await acts(service) == before + 1)
      try await service.ledger.project()
      #expect(try await service.users(among: ["anna", "bert"]) == ["bert"])
      #expect(try await service.delete(Self.path).problem == "404 unknown_account")
      #expect(try await acts(service) == before + 1)
    }
  }

  @Test func `a name that an interruption left in another player's receipt is removed`()
    async throws
  {
    try await TestService.with(link: .transfer(coolDown: .zero)) { service in
      try await service.posts("anna", .month())
      #expect(try await service.posts("bert", .month(), restore: true).movedFrom == "anna")
      try await eraseFromLog(service)
      // Anna's own receipt is gone already, and bert's is not changed yet.
      let deleted = try await service.ledger.count(
        "with d as (delete from receipt where items::text not like '%movedFrom%' returning 1) "
          + "select count(*) from d")
      #expect(deleted == 1)
      let erased = try await service.delete(Self.path).decode(Erased.self)
      #expect(
        erased.environments == [
          .init(environment: "Production", purchases: [], jobs: 0, receipts: 0)
        ])
      #expect(try await service.ledger.count(Self.receipts) == 1)
      #expect(
        try await service.ledger.count(
          "select count(*) from receipt where items::text like '%anna%'") == 0)
      #expect(try await service.delete(Self.path).problem == "404 unknown_account")
    }
  }

  @Test func `a post that only waits is deleted, though the log knows nobody`() async throws {
    try await TestService.with { service in
      for (account, id) in [("anna", "2000"), ("bert", "3000")] {
        var foreign = SignableTransaction.month(id)
        foreign.bundleId = "com.example.other"
        #expect(try await service.posts(account, foreign).reason == "app_not_configured")
      }
      #expect(try await service.ledger.count(Self.receipts) == 2)
      #expect(try await service.ledger.count(Self.jobs) == 2)
      let erased = try await service.delete(Self.path).decode(Erased.self)
      #expect(
        erased.environments == [
          .init(environment: "Production", purchases: [], jobs: 1, receipts: 1)
        ])
      #expect(try await service.ledger.count(Self.receipts) == 1)
      #expect(try await service.ledger.count(Self.jobs) == 1)
      #expect(try await service.delete(Self.path).problem == "404 unknown_account")
      #expect(try await service.delete("/v1/accounts/carl").problem == "404 unknown_account")
    }
  }

  @Test func `a post of no told environment is taken only with every environment of the app`()
    async throws
  {
    try await TestService.with { service in
      var foreign = SignableTransaction.month()
      foreign.bundleId = "com.example.other"
      #expect(try await service.posts("anna", foreign).reason == "app_not_configured")
      let key = try await service.keys.create(
        name: "qa", scopes: [.erase], reach: KeyReach(environments: [.sandbox]))
      #expect(try await service.delete(Self.path, as: key).problem == "404 unknown_account")
      let narrow = try await service.delete("\(Self.path)?environment=Production")
      #expect(narrow.problem == "404 unknown_account")
      #expect(try await service.ledger.count(Self.jobs) == 1)
      #expect(try await service.ledger.count(Self.receipts) == 1)
      #expect(try await service.delete(Self.path).status == 200)
      #expect(try await service.ledger.count(Self.jobs) == 0)
      #expect(try await service.ledger.count(Self.receipts) == 0)
    }
  }

  @Test func `a post that may be of another app's player of the name stays`() async throws {
    let other = ConfiguredApp(
      bundleID: "com.example.second", appAppleID: 77, environments: [.production])
    let intake: @Sendable (TestLedger) -> Intake = { $0.intake(link: .firstWins) }
    try await TestService.with(by: intake, beside: [other]) { service in
      var foreign = SignableTransaction.month()
      foreign.bundleId = "com.example.other"
      #expect(try await service.posts("anna", foreign).reason == "app_not_configured")
      let second = "?app=com.example.second"
      #expect(try await service.post("\(Self.path)/resume\(second)", "").status == 200)
      let first = try await service.delete("\(Self.path)?app=com.example.game")
      #expect(first.problem == "404 unknown_account")
      #expect(try await service.ledger.count(Self.jobs) == 1)
      #expect(try await service.delete(Self.path + second).status == 200)
      #expect(try await service.ledger.count(Self.jobs) == 0)
    }
  }

  @Test func `a second life of a name does not take what another player has by now`() async throws {
    try await TestService.with { service in
      var first = SignableTransaction.month()
      first.purchaseDate = Instant(day: "2026-04-15").milliseconds
      first.expiresDate = Instant(day: "2026-05-15").milliseconds
      try await service.posts("anna", first)
      #expect(try await service.delete(Self.path).status == 200)
      var renewal = SignableTransaction.month("2001")
      renewal.originalTransactionId = "2000"
      #expect(try await service.posts("bert", renewal).state == "settled")
      #expect(try await service.post("\(Self.path)/resume", "").status == 200)
      let again = try await service.delete(Self.path).decode(Erased.self)
      #expect(again.environments.map(\.environment) == ["Production", "Sandbox"])
      #expect(again.environments.allSatisfy { $0.purchases == [] })
      let chain = StreamID.chain(ChainID(.production, "2000"))
      let facts = try await service.ledger.log.reading.events(of: chain, limit: 100)
      let evidence = try #require(facts.compactMap(\.evidence).last)
      #expect(try await service.ledger.log.evidence(of: evidence) != nil)
    }
  }

  @Test func `a token of a guest leads to the account, which has to be said`() async throws {
    let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
    try await TestService.with { service in
      #expect(try await service.registers("guest", token).status == 200)
      _ = try await service.ledger.known("anna")
      _ = try await service.ledger.intake.merges.merge(
        "guest", into: "anna", of: TestLedger.bundleID, in: [.production], key: "m-1")
      let refused = try await service.delete("/v1/accounts/\(token)")
      #expect(refused.problem == "409 merged_into")
      #expect(refused.body.contains("merged into another one in Production: erase that account"))
      let merged = #"{"merged":true}"#
      let erased = try await service.delete(
        "/v1/accounts/\(token)?environment=Production", merged)
      #expect(erased.status == 200)
      try await service.ledger.project()
      for name in ["anna", "guest", token] {
        #expect(try await service.get("/v1/accounts/\(name)").problem == "404 unknown_account")
      }
    }
  }

  @Test func `a guest of one environment is erased alone in the other that is named`() async throws
  {
    try await TestService.with { service in
      for name in ["anna", "guest"] {
        #expect(try await service.post("/v1/accounts/\(name)/resume", "").status == 200)
      }
      _ = try await service.ledger.intake.merges.merge(
        "guest", into: "anna", of: TestLedger.bundleID, in: [.sandbox], key: "m-1")
      let erased = try await service.delete("/v1/accounts/guest?environment=Production")
        .decode(Erased.self)
      #expect(erased.environments.map(\.environment) == ["Production"])
      let sandbox = try await service.delete("/v1/accounts/guest?environment=Sandbox")
      #expect(sandbox.problem == "409 merged_into")
      #expect(!sandbox.body.contains("Repeat the request"))
    }
  }
}
