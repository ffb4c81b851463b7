import Access
import AppStoreSimulator
import EventStore
import HTTPTypes
import Ledger
import TestSupport
import Testing

/// The offers of a player over HTTP. The present is 2026-06-01.
struct OfferRouteTests {
  private static let path = "/v1/accounts/anna/offers"

  private struct Group: Decodable, Equatable {
    let subscriptionGroupId: String, environment: String, productIds: [String]
    let introductory: String, winBack: String, winBackOfferIds: [String]
  }

  private struct Told: Decodable {
    let account: String, at: String, groups: [Group]
  }

  private static func group(
    _ introductory: String, _ winBack: String, in environment: String = "Production"
  ) -> Group {
    Group(
      subscriptionGroupId: "group", environment: environment, productIds: ["com.example.month"],
      introductory: introductory, winBack: winBack, winBackOfferIds: [])
  }

  private static func publish(_ service: TestService) async throws {
    let answer = try await service.put(
      "/v1/catalog?from=2026-01-01T00:00:00Z",
      #"""
      {"products":[{"productId":"com.example.month","type":"Auto-Renewable Subscription",
        "subscriptionGroupId":"group","period":"P1M"}]}
      """#)
    #expect(answer.status == 200, "\(answer.body)")
  }

  private static func told(_ service: TestService, _ query: String = "") async throws -> Told {
    try await service.get("\(path)\(query)").decode(Told.self)
  }

  @Test func `a stranger's eligibility is unknown, a subscriber is not new to the group`()
    async throws
  {
    try await TestService.with { service in
      try await Self.publish(service)
      #expect(try await Self.told(service).groups == [Self.group("unknown", "unknown")])
      let known = try await service.ledger.log.cut().moment
      var month = SignableTransaction.month()
      month.subscriptionGroupIdentifier = "group"
      try await service.posts("anna", month)
      let answer = try await service.get(Self.path)
      let told = try answer.decode(Told.self)
      #expect(told.account == "anna" && told.at == "2026-06-01T00:00:00.000Z")
      #expect(told.groups == [Self.group("ineligible", "ineligible")])
      let tag = try #require(answer.headers[.eTag])
      #expect(try await service.get(Self.path, headers: [.ifNoneMatch: tag]).status == 304)
      let before = try await Self.told(service, "?knownAt=\(known)")
      #expect(before.groups == [Self.group("unknown", "unknown")])
    }
  }

  @Test func `of any environment, what was bought in one counts there alone`() async throws {
    try await TestService.with { service in
      try await Self.publish(service)
      var month = SignableTransaction.month()
      (month.environment, month.subscriptionGroupIdentifier) = ("Sandbox", "group")
      try await service.posts("anna", month)
      let sandbox = Self.group("ineligible", "ineligible", in: "Sandbox")
      let all = try await Self.told(service, "?environment=any")
      #expect(all.groups == [Self.group("unknown", "unknown"), sandbox])
      let bound = try await service.keys.create(
        name: "qa", scopes: [.read], reach: KeyReach(environments: [.sandbox]))
      let own = try await service.get("\(Self.path)?environment=any", as: bound).decode(Told.self)
      #expect(own.groups == [sandbox])
    }
  }

  @Test(arguments: [("read", 200), ("support", 403)])
  func `a key of read is required`(scopes: String, status: Int) async throws {
    try await TestService.with { service in
      let key = try await service.keys.create(
        name: "game", scopes: try #require(Set<Scope>(names: scopes)))
      #expect(try await service.get(Self.path, as: key).status == status)
    }
  }
}
