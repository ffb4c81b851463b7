import AppStoreSimulator
import Foundation
import Intake
import Ledger
import Projections
import TestSupport
import Testing

/// Receipts that leave out the kind of a product, attribute 1707.
struct UntoldTypeRouteTests {
  private struct Submission: Decodable {
    struct Item: Decodable {
      struct Grant: Decodable { let coin: String, amount: Int64 }
      let transactionId: String?, state: String, reason: String?, duplicate: Bool, finish: Bool
      let grants: [Grant]?

      var line: String { "\(transactionId ?? "-") \(state) \(reason ?? "-") \(finish)" }
    }
    let id: String, state: String, reason: String?, transactions: [Item]
  }

  private struct Entitlements: Decodable {
    struct Entitlement: Decodable { let productId: String, type: String }
    let entitlements: [Entitlement]
  }

  private static let may = Instant(day: "2026-05-15")
  private static let june = Instant(day: "2026-06-15")

  /// A receipt with a month, a product of untold kind and a pack of untold kind, three at once.
  private static var body: String {
    get throws {
      var packs = LegacyDocuments.purchase("3", product: "gems", kind: nil, from: may)
      packs.quantity = 3
      let receipt = try LegacyDocuments.receipt(
        [
          LegacyDocuments.purchase("1", from: may, to: june),
          LegacyDocuments.purchase("2", product: "levels.all", kind: nil, from: may), packs,
        ], created: TestLedger.now + .seconds(-3_600))
      let fields = ["account": "anna", "receipt": Data(receipt).base64EncodedString()]
      return String(decoding: try LegacyDocuments.json(fields), as: UTF8.self)
    }
  }

  private func post(_ service: TestService) async throws -> (status: Int, Submission) {
    let answer = try await service.post("/v1/receipts", try Self.body)
    return (answer.status, try answer.decode(Submission.self))
  }

  private func receipt(_ id: String, _ service: TestService) async throws -> (Int, Submission) {
    let answer = try await service.get("/v1/receipts/\(id)")
    return (answer.status, try answer.decode(Submission.self))
  }

  private func entitlements(_ service: TestService) async throws -> [String] {
    try await service.ledger.project()
    return try await service.get("/v1/accounts/anna/entitlements").decode(Entitlements.self)
      .entitlements.map { "\($0.productId) \($0.type)" }
  }

  private func publish(_ products: [CatalogProduct], _ service: TestService) async throws {
    _ = try await service.ledger.intake.catalogs.publish(
      Catalog(products, coins: ["gem": .daicho]), of: TestLedger.bundleID,
      validFrom: Instant(day: "2026-01-01"))
  }

  private static let waiting = [
    "1 settled - true", "2 pending product_type_untold false",
    "3 pending product_type_untold false",
  ]
  private static let settled = ["1 settled - true", "2 settled - true", "3 settled - true"]

  @Test func `such a purchase is pending until a catalog names it, and then by its kind there`()
    async throws
  {
    try await TestService.with(olderSources: true) { service in
      let (status, first) = try await post(service)
      #expect(status == 202)
      #expect(first.state == "pending" && first.reason == "product_type_untold")
      #expect(first.transactions.map(\.line) == Self.waiting)
      try await service.ledger.grant()
      #expect(try await entitlements(service) == ["com.example.month Auto-Renewable Subscription"])
      let unpriced = try await service.ledger.reader.unpricedProducts.products()
      #expect(Set(unpriced.map(\.productID)) == ["levels.all", "gems"])

      try await publish(
        [
          CatalogProduct("levels.all", type: .nonConsumable, grants: [ProductGrant("gem", 7)]),
          CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)]),
        ], service)
      try await service.ledger.grant()
      #expect(
        try await entitlements(service) == [
          "com.example.month Auto-Renewable Subscription", "levels.all Non-Consumable",
        ])
      #expect(try await service.ledger.reader.unpricedProducts.products() == [])
      let (later, again) = try await receipt(first.id, service)
      #expect(later == 200 && again.state == "settled" && again.reason == nil)
      #expect(again.transactions.map(\.line) == Self.settled)
      #expect(
        again.transactions.map { $0.grants?.map(\.amount) } == [[], [7], [300]])
      let (posted, repeated) = try await post(service)
      #expect(posted == 200)
      #expect(repeated.transactions.map(\.line) == Self.settled)
      #expect(repeated.transactions.map(\.duplicate) == [true, true, true])
    }
  }

  @Test func `a catalog that names one of them settles that one`() async throws {
    try await TestService.with(olderSources: true) { service in
      let (_, first) = try await post(service)
      try await publish([CatalogProduct("gems", type: .consumable)], service)
      let (status, later) = try await receipt(first.id, service)
      #expect(status == 202 && later.state == "pending")
      #expect(
        later.transactions.map(\.line) == [
          "1 settled - true", "2 pending product_type_untold false", "3 settled - true",
        ])
    }
  }

  @Test func `Apple's signed word settles it, too`() async throws {
    try await TestService.with(olderSources: true) { service in
      try await publish([CatalogProduct("gems", type: .consumable)], service)
      let (_, first) = try await post(service)
      #expect(first.transactions.map(\.finish) == [true, false, true])
      var signed = SignableTransaction(
        transactionId: "2", bundleId: TestLedger.bundleID.rawValue, productId: "levels.all",
        type: "Non-Consumable", purchaseDate: Self.may.milliseconds, expiresDate: nil,
        environment: "Production")
      (signed.price, signed.currency) = (4_990, "USD")
      let jws = try service.ledger.authority.sign(payload: signed)
      _ = try await service.post(
        "/v1/transactions", #"{"account":"anna","signedTransactions":["\#(jws)"]}"#)
      let (status, later) = try await receipt(first.id, service)
      #expect(status == 200)
      #expect(later.transactions.map(\.line) == Self.settled)
    }
  }

  @Test func `a refund of a product that the catalog named takes its coins back`() async throws {
    try await TestService.with(olderSources: true) { service in
      try await publish(
        [
          CatalogProduct("levels.all", type: .nonConsumable, grants: [ProductGrant("gem", 7)]),
          CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 100)]),
        ], service)
      let (status, first) = try await post(service)
      #expect(status == 202, "the granter has not made the grants yet")
      #expect(first.transactions.map(\.line) == Self.settled)
      try await service.ledger.grant()
      var refunded = LegacyDocuments.purchase("2", product: "levels.all", kind: nil, from: Self.may)
      refunded.cancellationDate = Self.may.milliseconds + 86_400_000
      let receipt = try LegacyDocuments.receipt([refunded])
      let fields = ["account": "anna", "receipt": Data(receipt).base64EncodedString()]
      let body = String(decoding: try LegacyDocuments.json(fields), as: UTF8.self)
      let refund = try await service.post("/v1/receipts", body).status
      #expect(refund == 202, "the wallet has not followed yet")
      try await service.ledger.grant()
      let wallet = try await service.get("/v1/accounts/anna/wallet")
      #expect(wallet.body.contains(#""balance":300"#))
      #expect(try await entitlements(service) == ["com.example.month Auto-Renewable Subscription"])
    }
  }
}
