import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Testing

struct VerifyReceiptTests {
  @Test func `a receipt is answered with the receipt and the newest state`() async throws {
    let scenario = try WorldScenario.subscriber()
    let store = try ReceiptStore(scenario)
    let receipt = try await store.receiptContents()
    await store.simulation.withWorld { $0.advance(to: $0.now + Int64(40).days) }
    let answer = try await store.verify(ReceiptStore.question(receipt))
    #expect(answer.status == 0 && answer.environment == .production)
    let told = try #require(answer.receipt)
    #expect(told.bundleID == "com.example.game" && told.receiptType == "Production")
    #expect(told.adamID == "4711" && told.applicationVersion == "1")
    #expect(told.receiptCreationDate == 1_736_596_800_000)  // 2025-01-11T12:00:00Z
    #expect(told.inApp.count == 4)

    let now = await store.simulation.withWorld { world in
      world.transactions.map(\.content)
    }
    #expect(now.count == 6)  // Pro was renewed once after the free month
    let info = answer.latestReceiptInfo
    #expect(Set(info.map(\.transactionID)) == Set(now.dropFirst().map(\.transactionId)))
    for content in now.dropFirst() {
      let entry = try #require(info.first { $0.transactionID == content.transactionId })
      #expect(entry.purchaseDate.milliseconds == content.purchaseDate)
      #expect(entry.expiresDate?.milliseconds == content.expiresDate)
      #expect(entry.webOrderLineItemID == content.webOrderLineItemId)
      #expect(entry.subscriptionGroupIdentifier == content.subscriptionGroupIdentifier)
      #expect(entry.ownershipType == "PURCHASED" && entry.cancellationDate == nil)
      #expect(entry.appAccountToken == "0c1f6a7e-0000-4000-8000-00000000abcd")
      #expect(entry.isUpgraded == content.isUpgraded)
    }
    let free = try #require(info.first { $0.transactionID == now[4].transactionId })
    #expect(free.isTrial == true && free.offerCodeRefName == "PRO_MONTH_FREE")

    let pending = try #require(answer.pendingRenewals.first)
    #expect(answer.pendingRenewals.count == 1 && pending.autoRenewStatus == true)
    #expect(pending.originalTransactionID == now[3].transactionId)
    #expect(pending.autoRenewProductID == "com.example.game.pro.monthly")
    let latest = try ReceiptStore.verified(ReceiptStore.contents(answer.latestReceipt))
    #expect(Set(latest.purchases.map(\.transactionID)) == Set(info.map(\.transactionID)))
    #expect(latest.creationDate == 1_740_052_800_000)  // 2025-02-20T12:00:00Z
  }

  @Test func `each value is a text, and a date has three forms`() async throws {
    var scenario = try WorldScenario(from: "2025-07-01")
    try scenario.buy("pro.monthly")
    scenario.world.advance(to: try WorldScenario.moment("2025-07-10"))
    let store = try ReceiptStore(scenario)
    let reply = try await store.ask(
      .post, "/verifyReceipt", ReceiptStore.question(try await store.receiptContents()))
    let entry = try reply.json.latest_receipt_info[0]
    #expect(entry.quantity == "1" && entry.is_trial_period == "false")
    #expect(entry.purchase_date == "2025-07-01 12:00:00 Etc/GMT")
    #expect(entry.purchase_date_pst == "2025-07-01 05:00:00 America/Los_Angeles")
    #expect(entry.purchase_date_ms.text?.hasPrefix("1751371200") == true)
    #expect(try reply.json.pending_renewal_info[0].auto_renew_status == "1")
    #expect(try reply.json.receipt.adam_id == 4_711)
    #expect(try reply.json.receipt.request_date_pst == "2025-07-10 05:00:00 America/Los_Angeles")
  }

  @Test(
    arguments: [
      (1_741_514_399_000, "2025-03-09 01:59:59"), (1_741_514_400_000, "2025-03-09 03:00:00"),
      (1_762_073_999_000, "2025-11-02 01:59:59"), (1_762_074_000_000, "2025-11-02 01:00:00"),
      (1_388_534_400_000, "2013-12-31 16:00:00"),
    ] as [(Int64, String)])
  func `California has daylight saving time`(moment: Int64, local: String) async throws {
    let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 4_711)
    var world = World(of: app, selling: .game, seed: 1, from: moment - 2)
    try world.addCustomer("ann")
    _ = try world.buy(PurchaseCommand(WorldScenario.prefix + "pro.monthly"), by: 0)
    let store = try ReceiptStore(world)
    let reply = try await store.ask(
      .post, "/verifyReceipt", ReceiptStore.question(try await store.receiptContents()))
    let entry = try reply.json.latest_receipt_info[0]
    #expect(entry.purchase_date_ms == .text(String(moment)))
    #expect(entry.purchase_date_pst == .text("\(local) America/Los_Angeles"))
  }

  @Test func `the old transactions of a subscription are left out on request`() async throws {
    var scenario = try WorldScenario.subscriber()
    scenario.pass(days: 100)
    let store = try ReceiptStore(scenario)
    let receipt = try await store.receiptContents()
    let all = try await store.verify(ReceiptStore.question(receipt)).latestReceiptInfo
    let some = try await store.verify(
      ReceiptStore.question(receipt, ReceiptStore.secret, #","exclude-old-transactions":true"#)
    ).latestReceiptInfo
    let told = scenario.transactions().map(\.transactionId)
    #expect(all.count == told.count - 1)
    #expect(Set(some.map(\.transactionID)) == [told[1], told[2], told[told.count - 1]])
  }

  @Test func `the order of the transactions has no meaning, and is the same every time`()
    async throws
  {
    var scenario = try WorldScenario()
    try scenario.buy("pro.monthly")
    scenario.pass(days: 370)
    let store = try ReceiptStore(scenario)
    let body = ReceiptStore.question(try await store.receiptContents())
    let ids = try await store.verify(body).latestReceiptInfo.map(\.transactionID)
    #expect(ids.count == 13 && ids != ids.sorted() && ids != ids.sorted().reversed())
    let replies = [
      try await store.ask(.post, "/verifyReceipt", body),
      try await store.ask(.post, "/verifyReceipt", body),
    ]
    #expect(replies[0].text == replies[1].text)
  }

  @Test func `a refund tells its date and reason, and a share its ownership`() async throws {
    var scenario = try WorldScenario()
    try scenario.buy("family.best")
    try scenario.bob(joins: WorldScenario.ann)
    scenario.pass(days: 1)
    try scenario.refundLatest()
    let store = try ReceiptStore(scenario)
    for (name, reason, ownership) in [("ann", 1, "PURCHASED"), ("bob", 0, "FAMILY_SHARED")] {
      let customer = try scenario.world.customer(named: name)
      let receipt = try await store.receiptContents(of: name)
      let answer = try await store.verify(ReceiptStore.question(receipt))
      let entry = try #require(answer.latestReceiptInfo.first)
      let content = try #require(scenario.transactions(of: customer).first)
      #expect(entry.cancellationDate?.milliseconds == content.revocationDate)
      #expect(entry.cancellationReason == Int32(reason) && entry.ownershipType == ownership)
      #expect(answer.receipt?.inApp.first?.cancellationReason == Int32(reason))
    }
  }

  @Test func `a customer who does not pay is in grace, then in retry, then expired`() async throws {
    var scenario = try WorldScenario()
    try scenario.buy("pro.monthly")
    scenario.world.breakCard(of: 0)
    var told: [String] = []
    for day in ["2025-02-05", "2025-02-20", "2025-04-10"] {
      try scenario.passTo(day)
      let store = try ReceiptStore(scenario)
      let pending = try await #require(
        store.verify(ReceiptStore.question(store.receiptContents())).pendingRenewals.first)
      let intent = pending.expirationIntent.map(String.init) ?? "-"
      told.append(
        "\(pending.isInBillingRetryPeriod == true) \(intent) "
          + "\(WorldScenario.day(pending.gracePeriodExpiresDate?.milliseconds) ?? "-")")
    }
    #expect(told == ["true - 2025-02-17", "true - 2025-02-17", "false 2 2025-02-17"])
  }

  @Test func `the client of the ledger reads the answer`() async throws {
    let store = try ReceiptStore(WorldScenario.subscriber(in: .sandbox))
    let receipt = try await store.receiptContents("?digest=sha1")
    let response: VerifyReceiptResponse = try await store.simulation.whileOpen { url in
      try await VerifyReceiptClient(
        hosts: AppleHosts(url: url), secret: SharedSecret(ReceiptStore.secret),
        in: ServerAPIContext(now: { 1_800_000_000_000 })
      ).verify(receipt)
    }
    #expect(response.answer.status == 0 && response.environment == .sandbox)
    #expect(response.answer.latestReceiptInfo.count == 4)
  }
}
