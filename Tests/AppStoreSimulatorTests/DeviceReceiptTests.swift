import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Testing

struct DeviceReceiptTests {
  /// 2025-01-01T12:00:00Z, the beginning of a scenario.
  private static let start: Timestamp = 1_735_732_800_000

  private static func scenario(
    in environment: SimulatedApp.Environment = .production,
    _ live: (inout WorldScenario) throws -> Void
  ) throws -> WorldScenario {
    var scenario = try WorldScenario(in: environment)
    try live(&scenario)
    return scenario
  }

  @Test func `a receipt tells each attribute of the transactions`() async throws {
    let scenario = try Self.scenario { scenario in
      try scenario.buy("gems.100", quantity: 3)
      try scenario.buy("no_ads")
      try scenario.buy("pro.monthly", offer: .introductory)
    }
    let told = scenario.transactions()
    let receipt = try await ReceiptStore(scenario).receipt()
    #expect(receipt.environment == "Production" && receipt.appAppleID == 4_711)
    #expect(receipt.bundleID == "com.example.game" && receipt.applicationVersion == "1")
    #expect(receipt.creationDate == Self.start && receipt.originalPurchaseDate == Self.start)
    #expect(receipt.purchases.count == 3)

    let gems = try #require(receipt.purchase(told[0].transactionId))
    #expect(gems.quantity == 3 && gems.kind == 1 && gems.productID == "com.example.game.gems.100")
    #expect(gems.purchaseDate == Self.start && gems.expiresDate == nil)
    #expect(gems.webOrderLineItemID == nil && gems.cancellationDate == nil)
    #expect(gems.originalTransactionID == told[0].transactionId)
    #expect(receipt.purchase(told[1].transactionId)?.kind == 0)

    let pro = try #require(receipt.purchase(told[2].transactionId))
    #expect(pro.kind == 3 && pro.isTrial == true && pro.isIntroductory == false)
    #expect(pro.webOrderLineItemID == told[2].webOrderLineItemId)
    #expect(pro.expiresDate?.milliseconds == told[2].expiresDate.map { $0 / 1_000 * 1_000 })
  }

  struct Offer: Sendable, CustomTestStringConvertible {
    let product: String
    let choice: PurchaseCommand.OfferChoice
    var told: String?
    var isTrial = false
    var isIntroductory = false
    var testDescription: String { "\(product) \(choice)" }
  }

  @Test(arguments: [
    Offer(product: "pro.monthly", choice: .introductory, isTrial: true),
    Offer(product: "plus.monthly", choice: .introductory, isIntroductory: true),
    Offer(product: "pro.monthly", choice: .named("PRO_MONTH_FREE"), isTrial: true),
    Offer(
      product: "pro.monthly", choice: .named("pro_quarter_ahead"), told: "pro_quarter_ahead"),
  ])
  func `an offer is told as a trial, an introduction or by its name`(offer: Offer) async throws {
    let scenario = try Self.scenario { scenario in
      if offer.told != nil {  // promotional offers are for subscribers
        try scenario.buy(offer.product)
        try scenario.world.cancel(0)
        scenario.pass(days: 40)
      }
      try scenario.buy(offer.product, offer: offer.choice)
    }
    let latest = try #require(scenario.transactions().last)
    let purchase = try await ReceiptStore(scenario).receipt().purchase(latest.transactionId)
    #expect(purchase?.promotionalOfferID == offer.told)
    #expect(purchase?.isTrial == offer.isTrial)
    #expect(purchase?.isIntroductory == offer.isIntroductory)
  }

  @Test func `the sandbox has its own words and constants`() async throws {
    let scenario = try Self.scenario(in: .sandbox) { try $0.buy("no_ads") }
    let receipt = try await ReceiptStore(scenario).receipt()
    #expect(receipt.environment == "ProductionSandbox" && receipt.jwsEnvironment == "Sandbox")
    #expect(receipt.appAppleID == 0 && receipt.originalApplicationVersion == "1.0")
    #expect(receipt.originalPurchaseDate == 1_375_340_400_000)  // 2013-08-01T07:00:00Z
  }

  @Test func `a refund is a cancellation, and so is an upgrade at its moment`() async throws {
    let scenario = try Self.scenario { scenario in
      try scenario.buy("plus.monthly")
      scenario.pass(days: 10)
      try scenario.buy("pro.monthly")
      try scenario.buy("no_ads")
      scenario.pass(days: 1)
      try scenario.refundLatest()
    }
    let told = scenario.transactions()
    let receipt = try await ReceiptStore(scenario).receipt()
    // 2025-01-11T12:00:00Z and, a day later, 2025-01-12T12:00:00Z.
    #expect(receipt.purchase(told[0].transactionId)?.cancellationDate == 1_736_596_800_000)
    #expect(receipt.purchase(told[1].transactionId)?.cancellationDate == nil)
    #expect(receipt.purchase(told[2].transactionId)?.cancellationDate == 1_736_683_200_000)
  }

  @Test func `a finished consumable is left out, and nothing else that is finished`() async throws {
    let scenario = try Self.scenario { scenario in
      for product in ["gems.100", "gems.100", "no_ads", "pro.monthly"] { try scenario.buy(product) }
      for index in [0, 2, 3] { scenario.world.finish(index) }
    }
    let receipt = try await ReceiptStore(scenario).receipt()
    let told = scenario.transactions().map(\.transactionId)
    #expect(Set(receipt.purchases.map(\.transactionID)) == Set(told[1...]))
  }

  @Test func `a family member has the shared period in a receipt of the member's own`() async throws
  {
    let scenario = try Self.scenario { scenario in
      try scenario.buy("family.best")
      try scenario.bob(joins: WorldScenario.ann)
    }
    let receipt = try await ReceiptStore(scenario).receipt(of: "bob")
    let told = scenario.transactions(of: WorldScenario.bob)
    #expect(receipt.purchases.map(\.transactionID) == told.map(\.transactionId))
    #expect(told.map(\.inAppOwnershipType) == ["FAMILY_SHARED"])
  }

  @Test func `the digest and the device are as asked`() async throws {
    let store = try ReceiptStore(Self.scenario { try $0.buy("no_ads") })
    let modern = try await store.receiptContents()
    let old = try await store.receiptContents("?digest=sha1")
    #expect(old != modern && old.count < modern.count)
    #expect(try ReceiptStore.verified(old) == ReceiptStore.verified(modern))
    #expect(try await store.receiptContents("?digest=sha256") == modern)

    let receipt = try await store.receipt("?device=00010203-0405-0607-0809-0a0b0c0d0e0f")
    #expect(receipt.isFor(device: Array(0...15)))
    #expect(!(try ReceiptStore.verified(modern).isFor(device: Array(0...15))))
  }

  @Test func `the order of purchases has no meaning, and is the same every time`() async throws {
    let scenario = try Self.scenario { scenario in
      for _ in 0..<12 { try scenario.buy("gems.100") }
    }
    let (store, again) = (try ReceiptStore(scenario), try ReceiptStore(scenario))
    let ids = try await store.receipt().purchases.map(\.transactionID)
    #expect(ids != ids.sorted() && ids.sorted() == scenario.transactions().map(\.transactionId))
    #expect(try await again.receiptContents() == store.receiptContents())
  }

  @Test(arguments: [
    ("ann/receipt?digest=md5", 400, "digest"), ("ann/receipt?device=7", 400, "device"),
    ("eve/receipt", 404, "eve"),
  ])
  func `a request for a receipt that cannot be meant is rejected`(
    path: String, status: Int, name: String
  ) async throws {
    let store = try ReceiptStore(WorldScenario())
    let reply = try await store.ask(.get, "/control/customers/\(path)")
    #expect(reply.status == status && reply.text.contains(name))
  }

  @Test func `a store without an issuer has no receipts`() async throws {
    try await ControlFixture.with { service in
      try await service.add("ada")
      let reply = try await service.ask(.get, "/control/customers/ada/receipt")
      #expect(reply.status == 409)
      #expect(try reply.json.code == "no_receipts")
    }
  }
}
