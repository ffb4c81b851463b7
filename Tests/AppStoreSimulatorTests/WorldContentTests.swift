import AppStoreSimulator
import Testing

@Suite struct WorldContentTests {
  private static let token = "0c1f6a7e-0000-4000-8000-00000000abcd"

  @Test func `a one-time purchase says what was bought, where and for how much`() throws {
    var story = try WorldStory(storefront: try #require(Storefront.named("JPN")))
    try story.buy("gems.100", quantity: 3)
    let gems = story.transactions()[0]
    #expect(gems.quantity == 3 && gems.price == 447_000 && gems.currency == "JPY")
    #expect(gems.storefront == "JPN" && gems.storefrontId == "143462")
    #expect(gems.type == "Consumable" && gems.expiresDate == nil)
    #expect(gems.subscriptionGroupIdentifier == nil && gems.webOrderLineItemId == nil)
    #expect(gems.transactionId == gems.originalTransactionId)
    #expect(gems.appAccountToken == Self.token && gems.environment == "Production")
    #expect(gems.transactionReason == "PURCHASE" && gems.inAppOwnershipType == "PURCHASED")
    #expect(gems.revocationDate == nil && gems.isUpgraded == nil && gems.offerType == nil)
  }

  @Test
  func `a purchase's own token is that of its renewals, and the next purchase's is the customer's`()
    throws
  {
    var story = try WorldStory()
    var wish = PurchaseWish("com.example.game.plus.monthly")
    wish.appAccountToken = "11111111-0000-4000-8000-00000000ABCD"
    _ = try story.world.buy(wish, by: 0)
    story.pass(days: 32)
    #expect(story.renewal().appAccountToken == "11111111-0000-4000-8000-00000000abcd")
    try story.buy("pro.monthly")
    #expect(
      story.transactions().map(\.appAccountToken) == [
        "11111111-0000-4000-8000-00000000abcd", "11111111-0000-4000-8000-00000000abcd", Self.token,
      ])
    #expect(Set(story.transactions().map(\.appTransactionId)).count == 1)
  }

  @Test func `an upgrade begins at once and marks what it replaces`() throws {
    var story = try WorldStory()
    try story.buy("plus.monthly")
    story.pass(days: 10)
    try story.buy("pro.monthly")
    let (old, new) = (story.transactions()[0], story.transactions()[1])
    #expect(old.isUpgraded == true && old.revocationDate == nil)
    #expect(WorldStory.day(old.expiresDate) == "2025-02-01")
    #expect(new.isUpgraded == nil && new.transactionReason == "PURCHASE")
    #expect(WorldStory.day(new.purchaseDate) == "2025-01-11")
    #expect(WorldStory.day(new.expiresDate) == "2025-02-11")
    #expect(new.price == 9_990 && new.originalTransactionId == old.transactionId)
    let told = try #require(story.told("DID_CHANGE_RENEWAL_PREF").first)
    #expect(told.transaction?.transactionId == new.transactionId)
    #expect(told.renewal?.autoRenewProductId == new.productId)
  }

  @Test func `a downgrade is known ahead and renews as a renewal`() throws {
    var story = try WorldStory()
    try story.buy("pro.monthly")
    try story.buy("basic.weekly")
    let told = try #require(story.told("DID_CHANGE_RENEWAL_PREF").first)
    #expect(told.transaction?.productId == "com.example.game.pro.monthly")
    #expect(told.renewal?.productId == "com.example.game.pro.monthly")
    #expect(told.renewal?.autoRenewProductId == "com.example.game.basic.weekly")
    #expect(told.renewal?.renewalPrice == 990)
    try story.world.withdrawChange(0)
    #expect(story.renewal().autoRenewProductId == "com.example.game.pro.monthly")
    #expect(throws: StoreRefusal.nothingPlanned) { try story.world.withdrawChange(0) }
    try story.buy("basic.weekly")
    story.pass(days: 32)
    let renewed = try #require(story.transactions().last)
    #expect(renewed.transactionReason == "RENEWAL" && renewed.isUpgraded == nil)
    #expect(WorldStory.day(renewed.expiresDate) == "2025-02-08")
  }

  @Test func `a running subscription says nothing of trouble it does not have`() throws {
    var story = try WorldStory()
    try story.buy("pro.monthly")
    let renewal = story.renewal()
    #expect(renewal.isInBillingRetryPeriod == nil && renewal.gracePeriodExpiresDate == nil)
    #expect(renewal.expirationIntent == nil && renewal.priceIncreaseStatus == nil)
    #expect(renewal.autoRenewStatus == 1 && renewal.renewalPrice == 9_990)
    #expect(renewal.renewalDate == story.transactions()[0].expiresDate)
    #expect(renewal.renewalBillingPlanType == nil && renewal.commitmentInfo == nil)
    try story.world.cancel(0)
    #expect(story.renewal().autoRenewStatus == 0)
  }

  @Test func `extended days move the end of the same transaction and those after it`() throws {
    var story = try WorldStory()
    try story.buy("pro.monthly", offer: .introductory)
    #expect(throws: StoreRefusal.extensionIneligible) { try story.world.extend(0, by: 7) }
    story.pass(days: 10)
    let before = story.transactions()[1]
    let end = try story.world.extend(0, by: 7)
    #expect(end == (before.expiresDate ?? 0) + Int64(7).days)
    let told = try #require(story.told("RENEWAL_EXTENDED").first)
    #expect(told.transaction?.transactionId == before.transactionId)
    #expect(told.transaction?.expiresDate == end && told.renewal?.renewalDate == end)
    #expect(told.transaction?.purchaseDate == before.purchaseDate)
    _ = try story.world.extend(0, by: 1)
    #expect(throws: StoreRefusal.extendedTooOften) { try story.world.extend(0, by: 1) }
    story.pass(days: 45)
    #expect(story.transactions()[2].purchaseDate == end + Int64(1).days)
    story.pass(days: 365)
    #expect(throws: Never.self) { try story.world.extend(0, by: 1) }
  }

  @Test(arguments: [([String]?.none, Int64(2), Int64(1)), (["JPN"], 0, 0), (["USA"], 2, 1)])
  func `an extension for all tells each and sums up`(
    storefronts: [String]?, succeeded: Int64, failed: Int64
  ) throws {
    var story = try WorldStory()
    try story.world.addCustomer("bob")
    try story.world.addCustomer("cleo")
    try story.buy("pro.monthly")
    try story.buy("pro.monthly", by: 1)
    try story.buy("pro.monthly", by: 2, offer: .introductory)
    let pro = WorldStory.prefix + "pro.monthly"
    for _ in 0..<2 {
      try story.world.extendEveryone(
        of: pro, by: 5, storefronts: storefronts, requestIdentifier: "a request")
    }
    story.pass(hours: 6)
    #expect(story.told("RENEWAL_EXTENDED").count == Int(succeeded))
    let told = story.told("RENEWAL_EXTENSION")
    #expect(told.map(\.subtype) == Array(repeating: "FAILURE", count: Int(failed)) + ["SUMMARY"])
    let summary = try #require(told.last?.summary)
    #expect(told.last?.customer == nil && told.last?.transaction == nil)
    #expect(summary.succeededCount == succeeded && summary.failedCount == failed)
    #expect(summary.storefrontCountryCodes == storefronts && summary.productId == pro)
    #expect(summary.requestIdentifier == "a request" && summary.appAppleId == 4_711)
  }

  @Test func `in the sandbox nothing names the app's number`() throws {
    var story = try WorldStory(in: .sandbox)
    try story.buy("pro.monthly")
    try story.world.extendEveryone(
      of: WorldStory.prefix + "pro.monthly", by: 5, storefronts: nil, requestIdentifier: "r")
    story.pass(hours: 6)
    #expect(story.told("RENEWAL_EXTENSION").last?.summary?.appAppleId == nil)
    #expect(story.world.app.notificationData.appAppleId == nil)
    #expect(story.transactions()[0].environment == "Sandbox")
    #expect(story.renewal().environment == "Sandbox")
  }
}
