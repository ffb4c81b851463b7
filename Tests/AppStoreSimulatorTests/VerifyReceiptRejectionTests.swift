import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

struct VerifyReceiptRejectionTests {
  @Test func `a receipt without subscriptions needs no password and tells no newest state`()
    async throws
  {
    var scenario = try WorldScenario()
    let empty = try await ReceiptStore(scenario).receiptContents()
    try scenario.buy("no_ads")
    let store = try ReceiptStore(scenario)
    let answer = try await store.verify(ReceiptStore.question(store.receiptContents(), nil))
    #expect(answer.status == 0 && answer.receipt?.inApp.count == 1)
    #expect(answer.latestReceiptInfo.isEmpty && answer.latestReceipt == nil)
    let none = try await store.verify(ReceiptStore.question(empty, nil))
    #expect(none.status == 0 && none.receipt?.inApp.isEmpty == true)
  }

  @Test func `a wrong password and a missing one are rejected`() async throws {
    let store = try ReceiptStore(WorldScenario.subscriber())
    let receipt = try await store.receiptContents()
    for password in ["ffeeddccbbaa99887766554433221100", "", nil] {
      let answer = try await store.verify(ReceiptStore.question(receipt, password))
      #expect(answer.status == 21004 && answer.receipt == nil)
    }
  }

  @Test(arguments: [
    #"{"receipt-data":""}"#, #"{"receipt-data":"%%%"}"#, #"{"receipt-data":7}"#, "{}", "[", "",
    #"{"receipt-data":"AAECAw=="}"#,
  ])
  func `what is no receipt is malformed`(body: String) async throws {
    let store = try ReceiptStore(WorldScenario())
    #expect(try await store.verify(body).status == 21002)
  }

  @Test func `a receipt of another authority, app or world is not ours`() async throws {
    var receipt = SignableAppReceipt(
      bundleID: "com.example.game", creationDate: 1_735_732_800_000,
      purchases: [
        SignableReceiptPurchase(
          productID: "com.example.game.no_ads", transactionID: "7",
          purchaseDate: 1_735_732_800_000, kind: .nonConsumable)
      ])
    receipt.environment = "Production"
    let store = try ReceiptStore(WorldScenario.subscriber())
    let foreign = try ReceiptAuthority().sign(receipt)
    #expect(try await store.verify(ReceiptStore.question(foreign)).status == 21003)
    let own = try ReceiptStore.issuer.get().authority
    #expect(try await store.verify(ReceiptStore.question(own.sign(receipt))).status == 21010)
    receipt.bundleID = "com.example.other"
    #expect(try await store.verify(ReceiptStore.question(own.sign(receipt))).status == 21003)
  }

  @Test func `a receipt of the other environment is sent there`() async throws {
    let (production, sandbox) = (
      try ReceiptStore(WorldScenario.subscriber()),
      try ReceiptStore(WorldScenario.subscriber(in: .sandbox))
    )
    let there = try await sandbox.receiptContents()
    let here = try await production.receiptContents()
    #expect(try await production.verify(ReceiptStore.question(there)).status == 21007)
    #expect(try await sandbox.verify(ReceiptStore.question(here)).status == 21008)
    #expect(try await sandbox.verify(ReceiptStore.question(there)).environment == .sandbox)
  }

  @Test func `only a post is a question, and only a store with an issuer has an answer`()
    async throws
  {
    let store = try ReceiptStore(WorldScenario())
    let reply = try await store.ask(.get, "/verifyReceipt")
    #expect(reply.status == 200 && reply.text == #"{"status":21000}"#)
    let shop = try ServerAPIShop()
    #expect(try await shop.ask(.post, "/verifyReceipt", "{}").status == .notFound)
  }

  @Test func `misbehavior answers with each of Apple's passing errors in turn`() async throws {
    var misbehavior = Misbehavior()
    misbehavior.serverAPI.failingPercent = 100
    let store = try ReceiptStore(WorldScenario(), misbehaving: misbehavior)
    var told: [String] = []
    for _ in 0..<4 {
      let reply = try await store.ask(.post, "/verifyReceipt", "{}")
      told.append(reply.status == 200 ? reply.text : String(reply.status))
    }
    #expect(
      told == [
        #"{"status":21005}"#, #"{"status":21009}"#, #"{"is_retryable":true,"status":21199}"#, "503",
      ])
  }
}
