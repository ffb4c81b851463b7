import AppStore
import AppStoreSimulator
import Testing

/// The events of which version 1 tells, and its names for them.
struct LegacyEventTests {
  private static let sellers: [WorldTale] = [
    WorldTale("a first subscription and its renewal", ["INITIAL_BUY", "DID_RENEW"]) { life in
      try life.buy("pro.monthly")
      life.pass(days: 35)
    },
    WorldTale("an upgrade", ["INITIAL_BUY", "INTERACTIVE_RENEWAL"]) { life in
      try life.buy("plus.monthly")
      try life.buy("pro.monthly")
    },
    WorldTale("a downgrade", ["INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF"]) { life in
      try life.buy("pro.monthly")
      try life.buy("plus.monthly")
    },
    WorldTale(
      "a cancellation, a change of mind, and another that ends it",
      ["INITIAL_BUY"] + Array(repeating: "DID_CHANGE_RENEWAL_STATUS", count: 3)
    ) { life in
      try life.buy("pro.monthly")
      try life.world.cancel(0)
      try life.world.resume(0)
      try life.world.cancel(0)
      life.pass(days: 40)
    },
    WorldTale(
      "a return to the same product",
      ["INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS", "DID_CHANGE_RENEWAL_STATUS"]
    ) { life in
      try life.buy("pro.monthly")
      try life.world.cancel(0)
      life.pass(days: 40)
      try life.buy("pro.monthly")
    },
    WorldTale(
      "a return to another product",
      ["INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS", "INTERACTIVE_RENEWAL"]
    ) { life in
      try life.buy("pro.monthly")
      try life.world.cancel(0)
      life.pass(days: 40)
      try life.buy("plus.monthly")
    },
    WorldTale(
      "a failed charge and its recovery", ["INITIAL_BUY", "DID_FAIL_TO_RENEW", "DID_RECOVER"]
    ) { life in
      try life.buy("pro.monthly")
      life.world.breakCard(of: 0)
      life.pass(days: 40)
      life.world.mendCard(of: 0)
    },
    WorldTale(
      "a charge that fails for good, silent at the end of grace",
      ["INITIAL_BUY", "DID_FAIL_TO_RENEW", "DID_CHANGE_RENEWAL_STATUS"]
    ) { life in
      try life.buy("pro.monthly")
      life.world.breakCard(of: 0)
      life.pass(days: 100)
    },
    WorldTale("refunds", ["INITIAL_BUY", "CANCEL", "REFUND", "REFUND"]) { life in
      try life.buy("pro.monthly")
      try life.refundLatest()
      for product in ["gems.100", "no_ads"] {
        try life.buy(product)
        try life.refundLatest()
      }
      try life.reverseLatest()
    },
    WorldTale(
      "requests for refunds",
      ["INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS", "CONSUMPTION_REQUEST"]
    ) { life in
      try life.buy("pro.monthly")
      try life.world.requestRefund(of: 0)
      try life.buy("gems.100")
      try life.world.requestRefund(of: 1)
    },
    WorldTale("tests and unknown events", []) { life in
      life.world.tell("TEST")
      life.world.tell("UNHEARD_OF", "BEFORE")
    },
    WorldTale("a member of the family", ["INITIAL_BUY", "DID_RENEW", "DID_RENEW", "REVOKE"]) {
      life in
      try life.buy("family.best")
      try life.bob(joins: WorldScenario.ann)
      life.pass(days: 35)
      try life.world.leaveFamily(WorldScenario.bob)
    },
  ]

  private static func types(
    _ tale: WorldTale, _ version: NotificationVersion = .version1,
    in environment: SimulatedApp.Environment = .production
  ) async throws -> [String] {
    var scenario = try WorldScenario(in: environment) { $0.notificationVersion = version }
    try tale.live(&scenario)
    return try await ReceiptStore(scenario).delivered().map(\.notificationType.rawValue)
  }

  @Test(arguments: sellers)
  func `version 1 has its own names, and none for some events`(tale: WorldTale) async throws {
    #expect(try await Self.types(tale) == tale.news)
  }

  @Test(arguments: [
    ("a failed charge and its recovery", ["INITIAL_BUY"]),
    ("requests for refunds", ["INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS"]),
    ("refunds", ["INITIAL_BUY", "CANCEL", "REFUND", "REFUND"]),
    ("a member of the family", ["INITIAL_BUY", "DID_RENEW"]),
  ])
  func `the sandbox tells less, and the purchaser only`(
    name: String, told: [String]
  ) async throws {
    let tale = try #require(Self.sellers.first { $0.description == name })
    #expect(try await Self.types(tale, in: .sandbox) == told)
  }

  @Test func `a recovery had another name`() async throws {
    let tale = try #require(Self.sellers.first { $0.description.hasPrefix("a failed charge") })
    let told = try await Self.types(tale, .flatVersion1)
    #expect(told == ["INITIAL_BUY", "DID_FAIL_TO_RENEW", "RENEWAL"])
  }

  @Test func `a price that needs consent is asked for`() async throws {
    let tale = WorldTale("a price", ["INITIAL_BUY", "PRICE_INCREASE_CONSENT"]) { life in
      try life.buy("pro.monthly")
      try life.world.changePrice(
        of: WorldScenario.prefix + "pro.monthly", to: 19_990, consentRequired: true)
    }
    #expect(try await Self.types(tale) == tale.news)
  }
}
