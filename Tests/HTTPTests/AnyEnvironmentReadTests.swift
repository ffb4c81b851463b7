import Access
import AppStoreSimulator
import HTTPTypes
import Ledger
import TestSupport
import Testing

/// Reads of all environments of an app at once, of tenure, offers, history and purchases.
struct AnyEnvironmentReadTests {
  private struct Tenure: Decodable {
    struct Group: Decodable, Equatable {
      let customer: String, environment: String, daysOfPaidService: Int
    }
    let groups: [Group]
  }

  private struct History: Decodable {
    struct Item: Decodable, Equatable {
      let id: String, type: String, environment: String, originalTransactionId: String?
      let data: [String: String]?
    }
    let history: [Item], next: String?
  }

  /// Anna has a month in each environment, and says in the sandbox what Apple may be told.
  private static func buy(
    _ sandbox: String = "3000", in service: TestService
  ) async throws {
    try await service.posts("anna", .month())
    var month = SignableTransaction.month(sandbox)
    month.environment = "Sandbox"
    try await service.posts("anna", month)
    let said = try await service.put(
      "/v1/accounts/anna/consent?environment=Sandbox", #"{"consumption":true}"#)
    #expect(said.status == 200)
    try await service.ledger.project()
  }

  private static func sandboxKey(in service: TestService) async throws -> APIKey {
    try await service.keys.create(
      name: "qa", scopes: [.read], reach: KeyReach(environments: [.sandbox]))
  }

  @Test func `the paid service of each environment stands by itself`() async throws {
    try await TestService.with { service in
      try await Self.buy(in: service)
      let path = "/v1/accounts/anna/tenure"
      let all = try await service.get("\(path)?environment=any").decode(Tenure.self).groups
      #expect(
        all == [
          .init(customer: "2000", environment: "Production", daysOfPaidService: 17),
          .init(customer: "3000", environment: "Sandbox", daysOfPaidService: 17),
        ])
      for (environment, groups) in [("Production", all[..<1]), ("Sandbox", all[1...])] {
        let one = try await service.get("\(path)?environment=\(environment)").decode(Tenure.self)
        #expect(one.groups == Array(groups))
      }
      let bound = try await service.get(
        "\(path)?environment=any", as: try await Self.sandboxKey(in: service))
      #expect(try bound.decode(Tenure.self).groups == Array(all[1...]))
    }
  }

  @Test func `the offers of each environment follow from its own purchases`() async throws {
    struct Offers: Decodable {
      struct Group: Decodable { let environment: String, introductory: String }
      let account: String, groups: [Group]
      var told: [String] { groups.map { "\($0.environment) \($0.introductory)" } }
    }
    try await TestService.with { service in
      let published = try await service.put(
        "/v1/catalog?from=2026-01-01T00:00:00Z",
        #"""
        {"products":[{"productId":"com.example.month","type":"Auto-Renewable Subscription",
          "subscriptionGroupId":"group","period":"P1M"}]}
        """#)
      #expect(published.status == 200, "\(published.body)")
      var month = SignableTransaction.month("3000")
      month.environment = "Sandbox"
      month.subscriptionGroupIdentifier = "group"
      try await service.posts("anna", month)
      let path = "/v1/accounts/anna/offers?environment="
      let all = try await service.get("\(path)any").decode(Offers.self)
      #expect(all.account == "anna")
      #expect(all.told == ["Production unknown", "Sandbox ineligible"])
      for (environment, told) in [("Production", all.told[0]), ("Sandbox", all.told[1])] {
        #expect(try await service.get(path + environment).decode(Offers.self).told == [told])
      }
      let bound = try await service.get("\(path)any", as: try await Self.sandboxKey(in: service))
      #expect(try bound.decode(Offers.self).told == ["Sandbox ineligible"])
    }
  }

  @Test func `the history of all environments is that of each, and every event says where`()
    async throws
  {
    try await TestService.with { service in
      try await Self.buy(in: service)
      let path = "/v1/accounts/anna/history"
      let all = try await service.get("\(path)?environment=any").decode(History.self).history
      for (environment, purchase) in [("Production", "2000"), ("Sandbox", "3000")] {
        let one = try await service.get("\(path)?environment=\(environment)")
          .decode(History.self).history
        #expect(one == all.filter { $0.environment == environment })
        #expect(Set(one.compactMap(\.originalTransactionId)) == [purchase])
      }
      #expect(Set(all.map(\.environment)) == ["Production", "Sandbox"])
      let consent = all.filter { $0.type == "consent.changed" }
      #expect(consent.map(\.environment) == ["Sandbox"])
      #expect(consent.first?.data?["account"] == "anna")
      let bound = try await service.get(
        "\(path)?environment=any", as: try await Self.sandboxKey(in: service))
      let seen = try bound.decode(History.self).history
      #expect(seen == all.filter { $0.environment == "Sandbox" })
    }
  }

  @Test(arguments: [1, 2])
  func `the history of all environments is paged as one`(limit: Int) async throws {
    try await TestService.with { service in
      try await Self.buy(in: service)
      let path = "/v1/accounts/anna/history?environment=any"
      let all = try await service.get(path).decode(History.self).history
      var (told, next, count) = ([String](), String?(""), 0)
      while let after = next, count <= all.count {
        let address = after.isEmpty ? "" : "&after=\(after)"
        let page = try await service.get("\(path)&limit=\(limit)\(address)").decode(History.self)
        #expect(page.history.count <= limit)
        told += page.history.map(\.id)
        (next, count) = (page.next, count + 1)
      }
      #expect(told == all.map(\.id))
      #expect(all.count > limit)
    }
  }

  @Test(arguments: [("2000", "Production"), ("3000", "Sandbox")])
  func `of purchases of one id, that of Production comes first`(sandbox: String, place: String)
    async throws
  {
    struct Purchase: Decodable { let environment: String }
    try await TestService.with { service in
      try await Self.buy(sandbox, in: service)
      let path = "/v1/purchases/\(sandbox)?environment=any"
      #expect(try await service.get(path).decode(Purchase.self).environment == place)
      let bound = try await service.get(path, as: try await Self.sandboxKey(in: service))
      #expect(try bound.decode(Purchase.self).environment == "Sandbox")
      let unknown = try await service.get("/v1/purchases/1?environment=any")
      #expect(unknown.problem == "404 purchase_not_found")
      #expect(unknown.body.contains("known in Production and Sandbox."))
    }
  }

  @Test(arguments: ["", "&changedAfter="])
  func `grants of all environments are one list, and each says where`(query: String) async throws {
    struct Page: Decodable {
      struct Grant: Decodable { let transactionId: String, environment: String, account: String? }
      let grants: [Grant]
    }
    try await TestService.with { service in
      let ledger = service.ledger
      for (id, environment) in [("1", .production), ("2", .sandbox)]
        as [(TransactionID, StoreEnvironment)]
      {
        let said = try await service.put(
          "/v1/accounts/anna/consent?environment=\(environment.rawValue)",
          #"{"consumption":true}"#)
        #expect(said.status == 200)
        var gems = GemPurchase(id)
        gems.environment = environment
        let anna = AccountReference(environment, TestLedger.bundleID, "anna")
        try await ledger.record([
          gems.bought(), gems.owned(by: anna), gems.granted(100, to: anna),
        ])
      }
      try await ledger.project()
      func list(_ words: String, as key: APIKey? = nil) async throws -> Set<String> {
        let page = try await service.get("/v1/grants?\(words)\(query)", as: key).decode(Page.self)
        return Set(
          page.grants.map { "\($0.environment) \($0.transactionId) \($0.account ?? "-")" })
      }
      let both: Set = ["Production 1 anna", "Sandbox 2 anna"]
      #expect(try await list("environment=any") == both)
      #expect(try await list("environment=any&account=anna") == both)
      #expect(try await list("environment=any&account=bert") == [])
      #expect(try await list("environment=Production") == ["Production 1 anna"])
      let bound = try await service.keys.create(
        name: "qa", scopes: [.grants], reach: KeyReach(environments: [.sandbox]))
      #expect(try await list("environment=any", as: bound) == ["Sandbox 2 anna"])
    }
  }
}
