import AppStoreSimulator
import Testing

struct ComparisonTests {
  /// 2026-01-01T00:00:00Z.
  private static let start: Int64 = 1_767_225_600_000

  /// The truth of Ada ten days after she bought a month and a lasting product.
  private var truth: CustomerTruth {
    get throws {
      var world = World(
        of: SimulatedApp(bundleID: "com.example.game", appAppleID: 42), selling: .game, seed: 1,
        from: Self.start)
      let ada = try world.addCustomer("ada")
      _ = try world.buy(PurchaseCommand("com.example.game.plus.monthly"), by: ada)
      _ = try world.buy(PurchaseCommand("com.example.game.no_ads"), by: ada)
      world.advance(to: Self.start + Int64(10).days)
      return Truth(world.chronicle).customer("ada", at: world.now)
    }
  }

  /// Returns the differences to the answers of a truthful ledger after a change.
  private func differences(
    _ question: Comparison.Question = .now, _ change: (inout TruthfulLedger) -> Void
  ) throws -> [String] {
    let truth = try truth
    var ledger = TruthfulLedger(truth)
    change(&ledger)
    return Comparison(AccountTruth(of: truth), with: try ledger.answer, asked: question).differences
  }

  @Test func `a truthful answer is no difference`() throws {
    #expect(try differences { _ in } == [])
    #expect(try differences(.past) { _ in } == [])
  }

  @Test(arguments: [
    "productId", "type", "state", "originalTransactionId", "transactionId", "ownership",
    "expiresAt", "subscriptionGroupId",
  ])
  func `another word about what is owned is two differences`(field: String) throws {
    let found = try differences { $0.entitlements[1][field] = "something else" }
    #expect(found.count == 2)
    #expect(found[0].hasPrefix("not told: owns"))
    #expect(found[1].hasPrefix("not true: owns"))
  }

  @Test(arguments: [
    "productId", "status", "originalTransactionId", "ownership", "expiresAt", "subscriptionGroupId",
  ])
  func `another word about a subscription is two differences`(field: String) throws {
    let found = try differences { $0.subscriptions[0][field] = "something else" }
    #expect(found.count == 2)
  }

  @Test func `an item reported twice, never, without evidence or as overdue is found`() throws {
    #expect(try differences { $0.entitlements.append($0.entitlements[0]) }.count == 1)
    #expect(try differences { $0.entitlements.removeLast() }.count == 1)
    #expect(try differences { $0.entitlements[0]["because"] = [] }.count == 1)
    #expect(try differences { $0.subscriptions[0]["renewalOverdue"] = true }.count == 2)
    #expect(
      try differences {
        $0.entitlements.removeAll()
        $0.subscriptions.removeAll()
      }.count == 3)
  }

  @Test func `of the past it does not matter when it would have ended`() throws {
    let found = try differences(.past) {
      $0.entitlements[1]["expiresAt"] = "another time"
      $0.subscriptions[0]["expiresAt"] = "another time"
    }
    #expect(found == [])
    let other = try differences(.past) { $0.subscriptions[0]["status"] = "expired" }
    #expect(other.count == 2)
  }
}
