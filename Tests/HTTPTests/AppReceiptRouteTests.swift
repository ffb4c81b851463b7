import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

/// Apple's older sources over HTTP: app receipts of games, and notifications of version 1.
struct AppReceiptRouteTests {
  private struct Submission: Decodable {
    struct Item: Decodable {
      let index: Int, transactionId: String?, productId: String?, account: String?
      let state: String, reason: String?, duplicate: Bool, finish: Bool
    }
    let id: String, state: String, reason: String?, transactions: [Item], position: String
  }

  private static let may = Instant(day: "2026-05-15")
  private static let june = Instant(day: "2026-06-15")

  private var receipt: [UInt8] {
    get throws {
      try LegacyDocuments.receipt(
        [LegacyDocuments.purchase("2000", from: Self.may, to: Self.june)], device: Self.device)
    }
  }

  private static let device = UUID()

  private func body(_ receipt: String, _ further: [String: Any] = [:]) throws -> String {
    let fields = ["account": "anna", "receipt": receipt].merging(further) { $1 }
    return String(decoding: try LegacyDocuments.json(fields), as: UTF8.self)
  }

  @Test func `a posted receipt entitles its account`() async throws {
    try await TestService.with(olderSources: true) { service in
      let text = Data(try receipt).base64EncodedString(options: .lineLength76Characters)
      let answer = try await service.post("/v1/receipts", body(text))
      #expect(answer.status == 200)
      let submission = try answer.decode(Submission.self)
      #expect(submission.state == "settled")
      #expect(submission.transactions.map(\.transactionId) == ["2000"])
      #expect(submission.transactions.map(\.account) == ["anna"])
      #expect(submission.transactions.map(\.finish) == [true])
      try await service.ledger.project()
      let read = try await service.get(
        "/v1/accounts/anna/entitlements?minPosition=\(submission.position)")
      #expect(read.body.contains(#""expiresAt":"2026-06-15T00:00:00.000Z""#))
      #expect(try await service.get("/v1/receipts/\(submission.id)").status == 200)
    }
  }

  @Test func `the device is compared where the game names it`() async throws {
    try await TestService.with(olderSources: true) { service in
      let text = Data(try receipt).base64EncodedString()
      let wrong = try await service.post(
        "/v1/receipts", body(text, ["deviceId": UUID().uuidString]))
      #expect(wrong.status == 200)
      #expect(try wrong.decode(Submission.self).reason == "wrong_device")
      let right = try await service.post(
        "/v1/receipts", body(text, ["deviceId": Self.device.uuidString]))
      #expect(try right.decode(Submission.self).state == "settled")
    }
  }

  @Test(arguments: [
    (["receipt": "%%%"], "invalid_body"), (["receipt": ""], "invalid_body"),
    (["receipt": "MIIB", "deviceId": "my phone"], "invalid_body"),
    (["receipt": "MIIB", "deviceId": "+a483e700112"], "invalid_body"),
    (["receipt": "a.b.c", "deviceId": "a4:83:e7:00:11:22"], "invalid_body"),
    (["recipt": "MIIB", "receipt": "MIIB"], "unknown_field"),
    (["account": "anna"], "invalid_body"),
  ])
  func `a body that cannot be read is rejected as a whole`(
    fields: [String: String], code: String
  ) async throws {
    try await TestService.with(olderSources: true) { service in
      let body = String(decoding: try LegacyDocuments.json(fields), as: UTF8.self)
      #expect(try await service.post("/v1/receipts", body).problem == "400 \(code)")
    }
  }

  @Test func `a receipt that is not genuine is rejected with its code`() async throws {
    try await TestService.with(olderSources: true) { service in
      var damaged = try receipt
      damaged[damaged.count - 20] ^= 1
      let answer = try await service.post(
        "/v1/receipts", body(Data(damaged).base64EncodedString()))
      let submission = try answer.decode(Submission.self)
      #expect(submission.state == "rejected" && submission.reason == "invalid_receipt_signature")
      #expect(submission.transactions.map(\.finish) == [false])
    }
  }

  @Test func `a receipt of iOS 6 is pending until Apple has told of its purchase`() async throws {
    try await TestService.with(olderSources: true) { service in
      let text = TransactionReceipt("2000", of: "2000").base64
      let answer = try await service.post("/v1/receipts", body(text))
      #expect(answer.status == 202)
      let early = try answer.decode(Submission.self)
      #expect(early.state == "pending" && early.reason == "purchase_unknown")
      #expect(early.transactions.map(\.transactionId) == ["2000"])

      let jws = try service.ledger.authority.subscribed(.month())
      _ = try await service.notify(#"{"signedPayload":"\#(jws)"}"#)
      let resumed = try await service.post("/v1/accounts/anna/resume", "")
      #expect(resumed.status == 200)
      let late = try await service.post("/v1/receipts", body(text)).decode(Submission.self)
      #expect(late.state == "settled")
      #expect(late.transactions.map(\.account) == ["anna"])
    }
  }

  @Test func `both versions of notifications arrive at one address`() async throws {
    try await TestService.with(olderSources: true) { service in
      let body = String(
        decoding: try LegacyDocuments.notification(
          "DID_RENEW", chain: "2000",
          entries: [LegacyDocuments.entry("2000", from: Self.may, to: Self.june)]), as: UTF8.self)
      #expect(try await service.notify(body).body == #"{"duplicate":false,"recorded":true}"#)
      #expect(try await service.notify(body).body == #"{"duplicate":true,"recorded":true}"#)
      let forged = body.replacingOccurrences(of: LegacyDocuments.secretText, with: "guess")
      #expect(try await service.notify(forged).problem == "401 wrong_shared_secret")
    }
  }

  @Test func `a notification of version 1 may be larger than one of version 2`() async throws {
    for (accepts, problem) in [(true, "401 wrong_shared_secret"), (false, "413 body_too_large")] {
      try await TestService.with(olderSources: accepts) { service in
        let entries = (1...600).map {
          LegacyDocuments.entry("\($0)", from: Self.may, to: Self.june)
        }
        let body = try LegacyDocuments.notification(
          "DID_RENEW", entries: entries, password: "guess")
        #expect(body.count > 131_072)
        let answer = try await service.notify(String(decoding: body, as: UTF8.self))
        #expect(answer.problem == problem)
      }
    }
  }

  /// A receipt names no group.
  @Test func `a purchase tells the group of the catalog, as the subscriptions do`() async throws {
    try await TestService.with(olderSources: true) { service in
      let text = Data(try receipt).base64EncodedString()
      #expect(try await service.post("/v1/receipts", body(text)).status == 200)
      try await service.ledger.project()
      #expect(try await groups("", service) == [nil, nil])
      let before = try await service.ledger.log.cut().moment
      let month = CatalogProduct(
        "com.example.month", type: .autoRenewable, subscriptionGroupID: "group")
      _ = try await service.ledger.intake.catalogs.publish(
        try Catalog([month]), of: TestLedger.bundleID, validFrom: Instant(day: "2026-05-01"))
      try await service.ledger.project()
      #expect(try await groups("", service) == ["group", "group"])
      #expect(try await groups("?knownAt=\(before)", service) == [nil, nil])
    }
  }

  /// Returns the groups that the purchase and the subscriptions of its account tell.
  private func groups(_ query: String, _ service: TestService) async throws -> [String?] {
    struct Subscription: Decodable { let subscriptionGroupId: String? }
    struct Purchase: Decodable { let subscription: Subscription }
    struct Subscriptions: Decodable { let subscriptions: [Subscription] }
    let one = try await service.get("/v1/purchases/2000\(query)").decode(Purchase.self)
    let all = try await service.get("/v1/accounts/anna/subscriptions\(query)")
      .decode(Subscriptions.self)
    return ([one.subscription] + all.subscriptions).map(\.subscriptionGroupId)
  }

  @Test func `a receipt of another app or environment than the named one is unknown`()
    async throws
  {
    let other = ConfiguredApp(
      bundleID: "com.example.other", appAppleID: 77, environments: [.production])
    let intake: @Sendable (TestLedger) throws -> Intake = {
      try $0.legacyIntake(beside: [other])
    }
    try await TestService.with(by: intake, beside: [other]) { service in
      let text = Data(try receipt).base64EncodedString()
      let submission = try await service.post("/v1/receipts", body(text)).decode(Submission.self)
      try await service.ledger.project()
      let path = "/v1/receipts/\(submission.id)"
      for query in [
        "app=com.example.game", "environment=Production", "environment=any",
        "app=com.example.game&environment=Production", "minPosition=\(submission.position)",
      ] {
        #expect(try await service.get("\(path)?\(query)").status == 200, "\(query)")
      }
      for query in [
        "app=com.example.other", "environment=Sandbox",
        "app=com.example.game&environment=Sandbox", "app=com.example.other&environment=any",
      ] {
        let answer = try await service.get("\(path)?\(query)")
        #expect(answer.problem == "404 receipt_not_found", "\(query)")
      }
    }
  }
}
