import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

@testable import HTTP

/// The answer of a post carries the grants of its transactions, so that the game can show the coins.
struct PostedGrantsTests {
  private static let token = "70c3a000-0000-4000-8000-000000000004"

  private struct Outcome: Decodable {
    struct Item: Decodable {
      struct Grant: Decodable {
        let coin: String
        let amount: Int64
        let state: String
      }
      let state: String
      let grants: [Grant]?
      let grantReason: String?
    }
    let id: String
    let position: String
    let transactions: [Item]

    var lines: [String]? {
      transactions[0].grants?.map { "\($0.amount) \($0.coin) \($0.state)" }
    }
  }

  /// - Parameter restore: true for a restore, of which only the granter makes grants.
  private static func post(
    _ service: TestService, restore: Bool = false
  ) async throws -> Answer {
    let jws = try service.ledger.authority.sign(payload: SignableTransaction.month(token: token))
    return try await service.post(
      "/v1/transactions",
      #"{"account":"\#(token)","restore":\#(restore),"signedTransactions":["\#(jws)"]}"#)
  }

  /// Posts the purchase, and expects its coins in the answer and in the wallet.
  private static func expectCoins(
    ofPostTo service: TestService
  ) async throws -> (answer: Answer, outcome: Outcome) {
    let answer = try await post(service)
    #expect(answer.status == 200)
    let outcome = try answer.decode(Outcome.self)
    #expect(outcome.lines == ["50 gem credited"])
    let wallet = try await service.get(
      "/v1/accounts/\(token)/wallet?minPosition=\(outcome.position)")
    #expect(wallet.body.contains(#""balance":50"#))
    return (answer, outcome)
  }

  @Test func `without any granter, the coins are in the answer and in the wallet`() async throws {
    try await TestService.with { service in
      try await service.sellsGemsByTheMonth()
      let (answer, outcome) = try await Self.expectCoins(ofPostTo: service)
      let receipt = try await service.get("/v1/receipts/\(outcome.id)")
      #expect(receipt.status == 200)
      #expect(receipt.body == answer.body)
      let again = try await Self.post(service)
      #expect(again.status == 200)
      #expect(try again.decode(Outcome.self).lines == ["50 gem credited"])
      let events = try await service.ledger.eventCount()
      try await service.ledger.grant()
      #expect(try await service.ledger.eventCount() == events)
    }
  }

  @Test func `while granting runs, the coins are in the answer and in the wallet`() async throws {
    try await TestService.with { service in
      try await service.sellsGemsByTheMonth()
      let granting = Task {
        while !Task.isCancelled {
          try await service.ledger.grant()
          try await Task.sleep(for: .milliseconds(10))
        }
      }
      defer { granting.cancel() }
      let (_, outcome) = try await Self.expectCoins(ofPostTo: service)
      try await service.ledger.project()
      let grants = try await service.get("/v1/grants?minPosition=\(outcome.position)")
      #expect(grants.body.contains(#""state":"credited""#))
      let again = try await Self.post(service).decode(Outcome.self)
      #expect(again.lines == ["50 gem credited"])
    }
  }

  @Test func `if granting is late the answer says so, and the receipt has the grants later`()
    async throws
  {
    try await TestService.with { service in
      try await service.sellsGemsByTheMonth()
      let answer = try await Self.post(service, restore: true)
      #expect(answer.status == 202)
      let outcome = try answer.decode(Outcome.self)
      #expect(outcome.transactions.map(\.state) == ["settled"])
      #expect(outcome.lines == nil)
      try await service.ledger.grant()
      let later = try await service.get("/v1/receipts/\(outcome.id)")
      #expect(later.status == 200)
      #expect(try later.decode(Outcome.self).lines == ["50 gem credited"])
    }
  }

  @Test func `a grant that its wallet has not followed yet is late`() async throws {
    try await TestService.with { service in
      try await service.sellsGemsByTheMonth()
      try await service.ledger.grant()
      #expect(try await Self.post(service, restore: true).status == 202)
      let granted = GrantMade(
        chain: ChainID(.production, "2000"),
        account: AccountReference(.production, TestLedger.bundleID, AccountID(Self.token)),
        transactionID: "2000", productID: "com.example.month", coin: "gem", quantity: 1, amount: 50,
        duringTrial: false, catalog: 1, wallet: .daicho, rules: RulesChanged.present,
        decidedAt: TestLedger.now)
      _ = try await service.ledger.log.append([NewEvent(.chain(.grantMade(granted)))])
      let late = try await Self.post(service)
      #expect(late.status == 202, "\(late.body)")
      try await service.ledger.grant()
      let answer = try await Self.post(service)
      #expect(answer.status == 200)
      #expect(try answer.decode(Outcome.self).lines == ["50 gem credited"])
    }
  }

  @Test func `where nothing is granted, the answer says why`() async throws {
    try await TestService.with { service in
      let day = Instant(day: "2026-05-01")
      let catalog = try Catalog(
        [
          CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 50)]),
          CatalogProduct("plain", type: .consumable, grants: []),
        ], coins: ["gem": .daicho])
      _ = try await service.ledger.intake.catalogs.publish(
        catalog, of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
      func post(_ id: String, _ product: String, restore: Bool = false) async throws -> Outcome.Item
      {
        let transaction = TestLedger.transaction(
          id, product: product, type: "Consumable", from: day)
        let jws = try service.ledger.authority.sign(payload: transaction)
        return try await service.post(
          "/v1/transactions",
          #"{"account":"anna","restore":\#(restore),"signedTransactions":["\#(jws)"]}"#
        ).decode(Outcome.self).transactions[0]
      }
      for restore in [false, true] {
        let plain = try await post("1", "plain", restore: restore)
        #expect(plain.grants?.isEmpty == true && plain.grantReason == "none")
        let unpriced = try await post("2", "forgotten", restore: restore)
        #expect(unpriced.grants?.isEmpty == true && unpriced.grantReason == "unpriced")
      }
      let granted = try await post("3", "gems")
      #expect(granted.grants?.count == 1 && granted.grantReason == nil)
      let rejected = try await service.post(
        "/v1/transactions", #"{"account":"anna","signedTransactions":["rubbish"]}"#
      ).decode(Outcome.self).transactions[0]
      #expect(rejected.grants?.isEmpty == true && rejected.grantReason == "none")
    }
  }

  /// Apple told neither price nor kind of the introductory offer, and no catalog the length of the plan.
  @Test func `coins wait while nobody knows whether the period was free`() async throws {
    try await TestService.with { service in
      let catalog = try Catalog(
        [CatalogProduct("pass", type: .autoRenewable, grants: [ProductGrant("gem", 50)])],
        coins: ["gem": .daicho])
      _ = try await service.ledger.intake.catalogs.publish(
        catalog, of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
      var trial = TestLedger.transaction(
        "1", product: "pass", from: Instant(day: "2026-05-01"), to: Instant(day: "2026-05-08"))
      trial.offerType = 1
      let jws = try service.ledger.authority.sign(payload: trial)
      let answer = try await service.post(
        "/v1/transactions", #"{"account":"anna","signedTransactions":["\#(jws)"]}"#)
      let item = try answer.decode(Outcome.self).transactions[0]
      #expect(item.state == "settled")
      #expect(item.grants?.isEmpty == true)
      #expect(item.grantReason == "waiting", "\(answer.body)")
    }
  }

  /// Apple's copies told neither price nor kind of the offer, which it signs otherwise, until a notification
  /// did. The free month is as long as the plan.
  @Test(
    arguments: [("FREE_TRIAL", 0, []), ("PAY_AS_YOU_GO", 4_990, ["50 gem credited"])]
      as [(String, Int64, [String])])
  func `coins wait while Apple owes price and kind of an offer`(
    kind: String, price: Int64, lines: [String]
  ) async throws {
    try await TestService.with { service in
      let product = CatalogProduct(
        "pass", type: .autoRenewable, period: .months(1), grants: [ProductGrant("gem", 50)])
      _ = try await service.ledger.intake.catalogs.publish(
        try Catalog([product], coins: ["gem": .daicho]), of: TestLedger.bundleID,
        validFrom: Instant(day: "2026-01-01"))
      var month = TestLedger.transaction(
        "1", product: "pass", from: Instant(day: "2026-05-01"), to: Instant(day: "2026-06-01"))
      (month.offerType, month.offerIdentifier) = (3, "SPRING")
      let jws = try service.ledger.authority.sign(payload: month)
      let body = #"{"account":"anna","signedTransactions":["\#(jws)"]}"#
      let waiting = try await service.post("/v1/transactions", body).decode(Outcome.self)
        .transactions[0]
      #expect(waiting.grants?.isEmpty == true && waiting.grantReason == "waiting")
      (month.offerDiscountType, month.price, month.currency) = (kind, price, "USD")
      let told = try service.ledger.notification("OFFER_REDEEMED", month)
      _ = try await service.notify(String(decoding: told, as: UTF8.self))
      try await service.ledger.grant()
      let settled = try await service.post("/v1/transactions", body).decode(Outcome.self)
      #expect(settled.lines == lines)
      #expect(settled.transactions[0].grantReason == (lines.isEmpty ? "none" : nil))
    }
  }

  @Test func `coins of a token that names nobody are listed for nobody, and wait`() async throws {
    try await TestService.with { service in
      let catalog = try Catalog(
        [CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 50)])],
        coins: ["gem": .daicho])
      _ = try await service.ledger.intake.catalogs.publish(
        catalog, of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
      var bought = TestLedger.transaction(
        "1", product: "gems", type: "Consumable", from: Instant(day: "2026-05-01"))
      bought.appAccountToken = Self.token
      let jws = try service.ledger.authority.sign(payload: bought)
      let body = #"{"account":"anna","signedTransactions":["\#(jws)"]}"#
      _ = try await service.post("/v1/transactions", body)
      try await service.ledger.grant()
      let item = try await service.post("/v1/transactions", body).decode(Outcome.self)
        .transactions[0]
      #expect(item.grants?.isEmpty == true && item.grantReason == "waiting")
      #expect(try await service.registers("anna", Self.token).status == 200)
      try await service.ledger.grant()
      let told = try await service.post("/v1/transactions", body).decode(Outcome.self)
      #expect(told.lines == ["50 gem credited"])
      #expect(told.transactions[0].grantReason == nil)
    }
  }

  @Test func `coins that the wallet has no room for wait, and are not listed`() async throws {
    try await TestService.with { service in
      let catalog = try Catalog(
        [
          CatalogProduct(
            "gems", type: .consumable, grants: [ProductGrant("gem", Coin.grantMax)])
        ],
        coins: ["gem": .daicho])
      _ = try await service.ledger.intake.catalogs.publish(
        catalog, of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
      func post(_ id: String) async throws -> Outcome {
        var bought = TestLedger.transaction(
          id, product: "gems", type: "Consumable", from: Instant(day: "2026-05-01"))
        bought.quantity = 10
        let jws = try service.ledger.authority.sign(payload: bought)
        let body = #"{"account":"anna","signedTransactions":["\#(jws)"]}"#
        async let answer = service.post("/v1/transactions", body)
        try await service.ledger.grant()
        _ = try await answer
        try await service.ledger.grant()
        return try await service.post("/v1/transactions", body).decode(Outcome.self)
      }
      #expect(try await post("1").lines == ["1000000000000000 gem credited"])
      let full = try await post("2")
      #expect(full.lines == [])
      #expect(full.transactions[0].grantReason == "waiting")
    }
  }

  @Test func `where nothing can be granted there is no wait`() async throws {
    try await TestService.with { service in
      let begin = ContinuousClock.now
      let answer = try await Self.post(service)
      #expect(answer.status == 200)
      #expect(try answer.decode(Outcome.self).lines == [])
      #expect(ContinuousClock.now - begin < PostedGrantsReader.patience)
    }
  }
}
