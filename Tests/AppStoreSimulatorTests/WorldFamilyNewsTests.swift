import AppStoreSimulator
import TestSupport
import Testing

@Suite struct WorldFamilyNewsTests {
  private static let bob = WorldStory.bob

  /// What is heard of the member alone.
  private func ofBob(_ story: inout WorldStory) -> [String] {
    story.news().filter { $0.hasPrefix("bob") }
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
    var story = try WorldStory()
    try story.bob(joins: WorldStory.ann)
    try story.buy("family.good")
    #expect(ofBob(&story) == ["bob SUBSCRIBED/INITIAL_BUY 1"])
    try tale.live(&story)
    #expect(ofBob(&story) == tale.news)
  }

  @Test func `whoever joins in grace shares what is paid for later`() throws {
    var story = try WorldStory()
    try story.buy("family.good")
    story.world.breakCard(of: 0)
    story.pass(days: 33)
    try story.bob(joins: WorldStory.ann)
    #expect(ofBob(&story).isEmpty)
    story.world.mendCard(of: 0)
    #expect(ofBob(&story) == ["bob SUBSCRIBED/INITIAL_BUY 1"])
    let share = try #require(story.transactions(of: Self.bob).first)
    #expect(share.purchaseDate < share.expiresDate ?? 0)
  }

  @Test func `a share has its own chain, and neither price nor token`() throws {
    var story = try WorldStory()
    try story.buy("family.good")
    story.pass(days: 10)
    try story.bob(joins: WorldStory.ann)
    story.pass(days: 30)
    let (own, shares) = (story.transactions(), story.transactions(of: Self.bob))
    #expect(shares.map(\.inAppOwnershipType) == ["FAMILY_SHARED", "FAMILY_SHARED"])
    #expect(shares.map(\.price) == [nil, nil])
    #expect(shares.map(\.currency) == [nil, nil])
    #expect(shares.map(\.appAccountToken) == [nil, nil])
    #expect(Set(shares.map(\.originalTransactionId)) == [shares[0].transactionId])
    #expect(shares.map(\.expiresDate) == own.map(\.expiresDate))
    #expect(WorldStory.day(shares[0].purchaseDate) == "2025-01-11")
    #expect(shares[1].purchaseDate == own[1].purchaseDate)
    #expect(shares.map(\.transactionReason) == ["PURCHASE", "RENEWAL"])
    #expect(shares[0].appTransactionId != own[0].appTransactionId)
    #expect(story.renewal(of: Self.bob).renewalPrice == nil)
  }

  @Test func `what is for ever is shared, revoked with a refund and shared anew`() throws {
    var story = try WorldStory()
    try story.buy("no_ads")
    try story.buy("soundtrack")
    try story.bob(joins: WorldStory.ann)
    #expect(ofBob(&story) == ["bob ONE_TIME_CHARGE"])
    try story.world.leaveFamily(Self.bob)
    #expect(ofBob(&story) == ["bob REVOKE"])
    try story.world.join(Self.bob, to: WorldStory.ann)
    #expect(ofBob(&story) == ["bob ONE_TIME_CHARGE"])
    try story.world.refund(0, share: 100_000)
    #expect(story.news() == ["ann REFUND", "bob REVOKE"])
    let revoked = try #require(story.transactions(of: Self.bob).last)
    #expect(revoked.revocationType == "FAMILY_REVOKE" && revoked.revocationPercentage == nil)
    #expect(throws: StoreRefusal.notRefundable) {
      try story.world.refund(story.latest(of: Self.bob), share: 100_000)
    }
  }

  @Test func `a family has six people, each of one family only`() throws {
    var story = try WorldStory()
    for number in 1...6 { try story.world.addCustomer("member \(number)") }
    for member in 1...5 { try story.world.join(member, to: 0) }
    #expect(throws: StoreRefusal.notShareable) { try story.world.join(6, to: 0) }
    #expect(throws: StoreRefusal.notShareable) { try story.world.join(1, to: 6) }
    #expect(throws: StoreRefusal.notShareable) { try story.world.join(0, to: 6) }
    #expect(throws: StoreRefusal.notShareable) { try story.world.join(6, to: 6) }
  }

  @Test func `the purchaser's wishes are not the member's to make`() throws {
    var story = try WorldStory()
    try story.buy("family.good")
    try story.bob(joins: WorldStory.ann)
    #expect(throws: StoreRefusal.familyShared) { try story.world.cancel(1) }
    #expect(throws: StoreRefusal.familyShared) { try story.world.resume(1) }
    #expect(throws: StoreRefusal.familyShared) { try story.world.withdrawChange(1) }
    #expect(throws: StoreRefusal.familyShared) { try story.world.extend(1, by: 1) }
  }
}
