import AppStoreSimulator
import Foundation
import Testing

struct DeliveryContentTests {
  /// Returns the fields of a compact JWS's payload.
  private func fields(_ jws: String) throws -> [String: any Sendable] {
    let middle = try #require(jws.split(separator: ".").dropFirst().first)
    var text = middle.replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.count % 4) % 4)
    let data = try #require(Data(base64Encoded: String(text)))
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: any Sendable])
  }

  private func data(of index: Int, in scenario: DeliveryScenario) async throws -> [String:
    any Sendable]
  {
    let whole = try fields(await scenario.simulation.signedPayload(of: index))
    return try #require(whole["data"] as? [String: any Sendable])
  }

  @Test(arguments: [
    (SimulatedApp.Environment.production, ["appAppleId", "bundleId", "environment"]),
    (.sandbox, ["bundleId", "environment"]),
  ])
  func `a test notification has nothing of a purchase, nor of a build`(
    environment: SimulatedApp.Environment, names: [String]
  ) async throws {
    let scenario = try DeliveryScenario(in: environment)
    await scenario.simulation.withWorld { _ = $0.tell("TEST") }
    #expect(try await data(of: 0, in: scenario).keys.sorted() == names)
  }

  @Test(arguments: [
    (
      "gems.100",
      ["appAppleId", "bundleId", "bundleVersion", "environment", "signedTransactionInfo"]
    ),
    (
      "pro.monthly",
      [
        "appAppleId", "bundleId", "bundleVersion", "environment", "signedRenewalInfo",
        "signedTransactionInfo", "status",
      ]
    ),
  ])
  func `only a subscription has a future and a status`(
    product: String, names: [String]
  ) async throws {
    let scenario = try DeliveryScenario()
    try await scenario.simulation.withWorld { world in
      _ = try world.buy(PurchaseCommand(WorldScenario.prefix + product), by: 0)
    }
    #expect(try await data(of: 0, in: scenario).keys.sorted() == names)
  }

  @Test func `an extension for all has a summary and no data`() async throws {
    let scenario = try DeliveryScenario(in: .sandbox)
    try await scenario.simulation.withWorld { world in
      try world.extendEveryone(
        of: WorldScenario.prefix + "pro.monthly", by: 1, storefronts: nil, requestIdentifier: "r")
      world.advance(to: world.now + Int64(6).hours)
    }
    let whole = try fields(await scenario.simulation.signedPayload(of: 0))
    #expect(whole["data"] == nil)
    let summary = try #require(whole["summary"] as? [String: any Sendable])
    #expect(
      summary.keys.sorted() == [
        "bundleId", "environment", "failedCount", "productId", "requestIdentifier",
        "succeededCount",
      ])
  }
}
