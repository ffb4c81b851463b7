import AppStoreSimulator
import TestSupport
import Testing

struct WorldFamilyNewsTests {
  private static let bob = WorldScenario.bob

  /// Returns the news of the member alone.
  private func ofBob(_ scenario: inout WorldScenario) -> [String] {
    scenario.news().filter { $0.hasPrefix("bob") }
  }

  @Test(arguments: [
    WorldTale("the purchaser renews", ["bob DID_RENEW 1"]) { $0.pass(days: 32) },
    WorldTale("the purchaser upgrades", ["bob DID_CHANGE_RENEWAL_PREF/UPGRADE 1"]) {
      try $0.buy("family.best")
    },
    WorldTale("the purchaser is refunded", ["bob REVOKE 5"]) { try $0.refundLatest() },
    WorldTale("the purchaser lapses", ["bob EXPIRED/VOLUNTARY 2"]) {
      try $0.world.cancel(0)
      $0.pass(days: 32)
    },
    WorldTale(
      "the purchaser comes back", ["bob EXPIRED/VOLUNTARY 2", "bob SUBSCRIBED/RESUBSCRIBE 1"]
    ) {
      try $0.world.cancel(0)
      $0.pass(days: 32)
      try $0.buy("family.best")
    },
    WorldTale("the purchaser comes back alone", ["bob EXPIRED/VOLUNTARY 2"]) {
      try $0.world.cancel(0)
      $0.pass(days: 32)
      try $0.buy("family.alone")
      $0.pass(days: 32)
      $0.world.breakCard(of: 0)
      $0.pass(days: 100)
    },
    WorldTale("the purchaser moves to a plan for one", ["bob REVOKE 5"]) {
      try $0.buy("family.alone")
      $0.pass(days: 70)
    },
    WorldTale(
      "the purchaser fails, and recovers",
      ["bob DID_FAIL_TO_RENEW/GRACE_PERIOD 4", "bob DID_RENEW/BILLING_RECOVERY 1"]
    ) {
      $0.world.breakCard(of: 0)
      $0.pass(days: 36)
      $0.world.mendCard(of: 0)
    },
    WorldTale("the member leaves", ["bob REVOKE 5"]) {
      try $0.world.leaveFamily(1)
      $0.pass(days: 60)
    },
    WorldTale("the member comes back", ["bob REVOKE 5", "bob SUBSCRIBED/RESUBSCRIBE 1"]) {
      try $0.world.leaveFamily(1)
      $0.pass(days: 3)
      try $0.world.join(1, to: 0)
    },
    WorldTale("days are given away", ["bob RENEWAL_EXTENDED 1"]) {
      _ = try $0.world.extend(0, by: 10)
    },
  ])
  func `a member hears of what becomes of the purchaser's subscription`(tale: WorldTale) throws {
    var scenario = try WorldScenario()
    try scenario.bob(joins: WorldScenario.ann)
    try scenario.buy("family.good")
    #expect(ofBob(&scenario) == ["bob SUBSCRIBED/INITIAL_BUY 1"])
    try tale.live(&scenario)
    #expect(ofBob(&scenario) == tale.news)
  }

  @Test func `whoever joins in grace shares what is paid for later`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("family.good")
    scenario.world.breakCard(of: 0)
    scenario.pass(days: 33)
    try scenario.bob(joins: WorldScenario.ann)
    #expect(ofBob(&scenario).isEmpty)
    scenario.world.mendCard(of: 0)
    #expect(ofBob(&scenario) == ["bob SUBSCRIBED/INITIAL_BUY 1"])
    let share = try #require(scenario.transactions(of: Self.bob).first)
    #expect(share.purchaseDate < share.expiresDate ?? 0)
  }

  @Test func `a share has its own chain, and neither price nor token`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("family.good")
    scenario.pass(days: 10)
    try scenario.bob(joins: WorldScenario.ann)
    scenario.pass(days: 30)
    let (own, shares) = (scenario.transactions(), scenario.transactions(of: Self.bob))
    #expect(shares.map(\.inAppOwnershipType) == ["FAMILY_SHARED", "FAMILY_SHARED"])
    #expect(shares.map(\.price) == [nil, nil])
    #expect(shares.map(\.currency) == [nil, nil])
    #expect(shares.map(\.appAccountToken) == [nil, nil])
    #expect(Set(shares.map(\.originalTransactionId)) == [shares[0].transactionId])
    #expect(shares.map(\.expiresDate) == own.map(\.expiresDate))
    #expect(WorldScenario.day(shares[0].purchaseDate) == "2025-01-11")
    #expect(shares[1].purchaseDate == own[1].purchaseDate)
    #expect(shares.map(\.transactionReason) == ["PURCHASE", "RENEWAL"])
    #expect(shares[0].appTransactionId != own[0].appTransactionId)
    #expect(scenario.renewal(of: Self.bob).renewalPrice == nil)
  }

  @Test func `a lasting product is shared, revoked with a refund and shared again`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("no_ads")
    try scenario.buy("soundtrack")
    try scenario.bob(joins: WorldScenario.ann)
    #expect(ofBob(&scenario) == ["bob ONE_TIME_CHARGE"])
    try scenario.world.leaveFamily(Self.bob)
    #expect(ofBob(&scenario) == ["bob REVOKE"])
    try scenario.world.join(Self.bob, to: WorldScenario.ann)
    #expect(ofBob(&scenario) == ["bob ONE_TIME_CHARGE"])
    try scenario.world.refund(0, share: 100_000)
    #expect(scenario.news() == ["ann REFUND", "bob REVOKE"])
    let revoked = try #require(scenario.transactions(of: Self.bob).last)
    #expect(revoked.revocationType == "FAMILY_REVOKE" && revoked.revocationPercentage == nil)
    #expect(throws: StoreRejection.notRefundable) {
      try scenario.world.refund(scenario.latest(of: Self.bob), share: 100_000)
    }
  }

  @Test func `a family has six people, each of one family only`() throws {
    var scenario = try WorldScenario()
    for number in 1...6 { try scenario.world.addCustomer("member \(number)") }
    for member in 1...5 { try scenario.world.join(member, to: 0) }
    #expect(throws: StoreRejection.notShareable) { try scenario.world.join(6, to: 0) }
    #expect(throws: StoreRejection.notShareable) { try scenario.world.join(1, to: 6) }
    #expect(throws: StoreRejection.notShareable) { try scenario.world.join(0, to: 6) }
    #expect(throws: StoreRejection.notShareable) { try scenario.world.join(6, to: 6) }
  }

  @Test func `a member cannot give the purchaser's commands`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("family.good")
    try scenario.bob(joins: WorldScenario.ann)
    #expect(throws: StoreRejection.familyShared) { try scenario.world.cancel(1) }
    #expect(throws: StoreRejection.familyShared) { try scenario.world.resume(1) }
    #expect(throws: StoreRejection.familyShared) { try scenario.world.withdrawChange(1) }
    #expect(throws: StoreRejection.familyShared) { try scenario.world.extend(1, by: 1) }
  }
}
