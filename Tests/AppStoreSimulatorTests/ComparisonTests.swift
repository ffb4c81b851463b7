import AppStoreSimulator
import Foundation
import Testing

@Suite struct ComparisonTests {
  /// 2026-01-01T00:00:00Z.
  private static let start: Int64 = 1_767_225_600_000

  /// Ada, who has bought a month and a thing for ever, ten days later.
  private var truth: CustomerTruth {
    get throws {
      var world = World(
        of: SimulatedApp(bundleID: "com.example.game", appAppleID: 42), selling: .game, seed: 1,
        from: Self.start)
      let ada = try world.addCustomer("ada")
      _ = try world.buy(PurchaseWish("com.example.game.plus.monthly"), by: ada)
      _ = try world.buy(PurchaseWish("com.example.game.no_ads"), by: ada)
      world.advance(to: Self.start + Int64(10).days)
      return Truth(world.chronicle).customer("ada", at: world.now)
    }
  }

  private func differences(
    _ question: Comparison.Question = .now,
    _ change: (inout [[String: Any]], inout [[String: Any]]) -> Void
  ) throws -> [String] {
    let truth = try truth
    var entitlements = truth.owned.map { thing in
      [
        "productId": thing.productId, "type": thing.type, "state": thing.state.rawValue,
        "originalTransactionId": thing.originalTransactionId, "because": ["1-1"],
        "transactionId": thing.transactionId, "ownership": thing.ownership.rawValue,
        "expiresAt": thing.expiresAt?.text as Any?,
        "subscriptionGroupId": thing.subscriptionGroupId as Any?,
      ].compactMapValues(\.self)
    }
    var subscriptions = truth.standings.map { standing -> [String: Any] in
      [
        "originalTransactionId": standing.originalTransactionId,
        "subscriptionGroupId": standing.subscriptionGroupId, "productId": standing.productId,
        "status": standing.status.rawValue, "ownership": standing.ownership.rawValue,
        "expiresAt": standing.expiresAt.text, "renewalOverdue": false,
      ]
    }
    change(&entitlements, &subscriptions)
    let answer = try LedgerAnswer(
      entitlementsBody: JSONSerialization.data(withJSONObject: ["entitlements": entitlements]),
      subscriptionsBody: JSONSerialization.data(withJSONObject: ["subscriptions": subscriptions]))
    return Comparison(truth, with: answer, asked: question).differences
  }

  @Test func `the truth told is no difference`() throws {
    #expect(try differences { _, _ in } == [])
    #expect(try differences(.past) { _, _ in } == [])
  }

  @Test(arguments: [
    "productId", "type", "state", "originalTransactionId", "transactionId", "ownership",
    "expiresAt", "subscriptionGroupId",
  ])
  func `another word about what is owned is two differences`(field: String) throws {
    let found = try differences { entitlements, _ in
      entitlements[1][field] = "something else"
    }
    #expect(found.count == 2)
    #expect(found[0].hasPrefix("not told: owns"))
    #expect(found[1].hasPrefix("not true: owns"))
  }

  @Test(arguments: [
    "productId", "status", "originalTransactionId", "ownership", "expiresAt", "subscriptionGroupId",
  ])
  func `another word about a subscription is two differences`(field: String) throws {
    let found = try differences { _, subscriptions in
      subscriptions[0][field] = "something else"
    }
    #expect(found.count == 2)
  }

  @Test func `what is told twice, not at all, without evidence or as overdue is found`() throws {
    #expect(try differences { entitlements, _ in entitlements.append(entitlements[0]) }.count == 1)
    #expect(try differences { entitlements, _ in entitlements.removeLast() }.count == 1)
    #expect(try differences { entitlements, _ in entitlements[0]["because"] = [] }.count == 1)
    #expect(try differences { _, standings in standings[0]["renewalOverdue"] = true }.count == 2)
    #expect(
      try differences {
        $0.removeAll()
        $1.removeAll()
      }.count == 3)
  }

  @Test func `of the past it does not matter when it would have ended`() throws {
    let found = try differences(.past) { entitlements, standings in
      entitlements[1]["expiresAt"] = "another time"
      standings[0]["expiresAt"] = "another time"
    }
    #expect(found == [])
    let other = try differences(.past) { _, standings in standings[0]["status"] = "expired" }
    #expect(other.count == 2)
  }
}
