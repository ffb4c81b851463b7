import AppStoreSimulator
import Testing

struct WorldContentTests {
  private static let token = "0c1f6a7e-0000-4000-8000-00000000abcd"

  @Test func `a one-time purchase says what was bought, where and for how much`() throws {
    var scenario = try WorldScenario(storefront: try #require(Storefront.named("JPN")))
    try scenario.buy("gems.100", quantity: 3)
    let gems = scenario.transactions()[0]
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
    var scenario = try WorldScenario()
    var command = PurchaseCommand("com.example.game.plus.monthly")
    command.appAccountToken = "11111111-0000-4000-8000-00000000ABCD"
    _ = try scenario.world.buy(command, by: 0)
    scenario.pass(days: 32)
    #expect(scenario.renewal().appAccountToken == "11111111-0000-4000-8000-00000000abcd")
    try scenario.buy("pro.monthly")
    #expect(
      scenario.transactions().map(\.appAccountToken) == [
        "11111111-0000-4000-8000-00000000abcd", "11111111-0000-4000-8000-00000000abcd", Self.token,
      ])
    #expect(Set(scenario.transactions().map(\.appTransactionId)).count == 1)
  }

  @Test func `an upgrade begins at once and marks what it replaces`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("plus.monthly")
    scenario.pass(days: 10)
    try scenario.buy("pro.monthly")
    let (old, new) = (scenario.transactions()[0], scenario.transactions()[1])
    #expect(old.isUpgraded == true && old.revocationDate == nil)
    #expect(WorldScenario.day(old.expiresDate) == "2025-02-01")
    #expect(new.isUpgraded == nil && new.transactionReason == "PURCHASE")
    #expect(WorldScenario.day(new.purchaseDate) == "2025-01-11")
    #expect(WorldScenario.day(new.expiresDate) == "2025-02-11")
    #expect(new.price == 9_990 && new.originalTransactionId == old.transactionId)
    let told = try #require(scenario.told("DID_CHANGE_RENEWAL_PREF").first)
    #expect(told.transaction?.transactionId == new.transactionId)
    #expect(told.renewal?.autoRenewProductId == new.productId)
  }

  @Test func `a downgrade is known ahead and renews as a renewal`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("pro.monthly")
    try scenario.buy("basic.weekly")
    let told = try #require(scenario.told("DID_CHANGE_RENEWAL_PREF").first)
    #expect(told.transaction?.productId == "com.example.game.pro.monthly")
    #expect(told.renewal?.productId == "com.example.game.pro.monthly")
    #expect(told.renewal?.autoRenewProductId == "com.example.game.basic.weekly")
    #expect(told.renewal?.renewalPrice == 990)
    try scenario.world.withdrawChange(0)
    #expect(scenario.renewal().autoRenewProductId == "com.example.game.pro.monthly")
    #expect(throws: StoreRejection.nothingPlanned) { try scenario.world.withdrawChange(0) }
    try scenario.buy("basic.weekly")
    scenario.pass(days: 32)
    let renewed = try #require(scenario.transactions().last)
    #expect(renewed.transactionReason == "RENEWAL" && renewed.isUpgraded == nil)
    #expect(WorldScenario.day(renewed.expiresDate) == "2025-02-08")
  }

  @Test func `a running subscription says nothing of trouble it does not have`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("pro.monthly")
    let renewal = scenario.renewal()
    #expect(renewal.isInBillingRetryPeriod == nil && renewal.gracePeriodExpiresDate == nil)
    #expect(renewal.expirationIntent == nil && renewal.priceIncreaseStatus == nil)
    #expect(renewal.autoRenewStatus == 1 && renewal.renewalPrice == 9_990)
    #expect(renewal.renewalDate == scenario.transactions()[0].expiresDate)
    #expect(renewal.renewalBillingPlanType == nil && renewal.commitmentInfo == nil)
    try scenario.world.cancel(0)
    #expect(scenario.renewal().autoRenewStatus == 0)
  }

  @Test func `extended days move the end of the same transaction and those after it`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("pro.monthly", offer: .introductory)
    #expect(throws: StoreRejection.extensionIneligible) { try scenario.world.extend(0, by: 7) }
    scenario.pass(days: 10)
    let before = scenario.transactions()[1]
    let end = try scenario.world.extend(0, by: 7)
    #expect(end == (before.expiresDate ?? 0) + Int64(7).days)
    let told = try #require(scenario.told("RENEWAL_EXTENDED").first)
    #expect(told.transaction?.transactionId == before.transactionId)
    #expect(told.transaction?.expiresDate == end && told.renewal?.renewalDate == end)
    #expect(told.transaction?.purchaseDate == before.purchaseDate)
    _ = try scenario.world.extend(0, by: 1)
    #expect(throws: StoreRejection.extendedTooOften) { try scenario.world.extend(0, by: 1) }
    scenario.pass(days: 45)
    #expect(scenario.transactions()[2].purchaseDate == end + Int64(1).days)
    scenario.pass(days: 365)
    #expect(throws: Never.self) { try scenario.world.extend(0, by: 1) }
  }

  @Test(arguments: [([String]?.none, Int64(2), Int64(1)), (["JPN"], 0, 0), (["USA"], 2, 1)])
  func `an extension for all tells each and sums up`(
    storefronts: [String]?, succeeded: Int64, failed: Int64
  ) throws {
    var scenario = try WorldScenario()
    try scenario.world.addCustomer("bob")
    try scenario.world.addCustomer("cleo")
    try scenario.buy("pro.monthly")
    try scenario.buy("pro.monthly", by: 1)
    try scenario.buy("pro.monthly", by: 2, offer: .introductory)
    let pro = WorldScenario.prefix + "pro.monthly"
    for _ in 0..<2 {
      try scenario.world.extendEveryone(
        of: pro, by: 5, storefronts: storefronts, requestIdentifier: "a request")
    }
    scenario.pass(hours: 6)
    #expect(scenario.told("RENEWAL_EXTENDED").count == Int(succeeded))
    let told = scenario.told("RENEWAL_EXTENSION")
    #expect(told.map(\.subtype) == Array(repeating: "FAILURE", count: Int(failed)) + ["SUMMARY"])
    let summary = try #require(told.last?.summary)
    #expect(told.last?.customer == nil && told.last?.transaction == nil)
    #expect(summary.succeededCount == succeeded && summary.failedCount == failed)
    #expect(summary.storefrontCountryCodes == storefronts && summary.productId == pro)
    #expect(summary.requestIdentifier == "a request" && summary.appAppleId == 4_711)
  }

  @Test func `in the sandbox nothing names the app's number`() throws {
    var scenario = try WorldScenario(in: .sandbox)
    try scenario.buy("pro.monthly")
    try scenario.world.extendEveryone(
      of: WorldScenario.prefix + "pro.monthly", by: 5, storefronts: nil, requestIdentifier: "r")
    scenario.pass(hours: 6)
    #expect(scenario.told("RENEWAL_EXTENSION").last?.summary?.appAppleId == nil)
    #expect(scenario.world.app.notificationData.appAppleId == nil)
    #expect(scenario.transactions()[0].environment == "Sandbox")
    #expect(scenario.renewal().environment == "Sandbox")
  }
}
