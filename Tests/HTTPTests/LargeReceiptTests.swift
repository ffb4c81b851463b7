import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

/// The largest receipts and notifications over HTTP.
@Suite(.serialized) struct LargeReceiptTests {
  /// 5 MiB, the largest receipt.
  private static let sizeMax = 5_242_880
  private static let april = Instant(day: "2026-04-01")
  private static let may = Instant(day: "2026-05-01")

  /// Returns a receipt of this many bytes, padded by an attribute of a type that nobody reads.
  private static func receipt(of size: Int) throws -> [UInt8] {
    var receipt = LegacyDocuments.unsignedReceipt([
      LegacyDocuments.purchase("1", from: april, to: may)
    ])
    var padding = size - 65_536
    for _ in 0..<2 {
      receipt.others = [SignableAttribute(6_000, [UInt8](repeating: 7, count: padding))]
      let signed = try LegacyDocuments.authority.sign(receipt)
      if signed.count == size { return signed }
      padding += size - signed.count
    }
    receipt.others = [SignableAttribute(6_000, [UInt8](repeating: 7, count: padding))]
    return try LegacyDocuments.authority.sign(receipt)
  }

  private struct Submission: Decodable {
    struct Grant: Decodable { let coin: String, amount: Int64, state: String }
    struct Item: Decodable { let index: Int, grants: [Grant]?, grantReason: String? }
    let id: String, state: String, reason: String?, transactions: [Item]
  }

  /// Returns the body of a post of a receipt with this many consumables.
  private static func body(of count: Int) throws -> String {
    let receipt = try LegacyDocuments.receipt(
      (1...count).map { number in
        LegacyDocuments.purchase("\(number)", product: "gems", kind: .consumable, from: april)
      })
    return String(
      decoding: try LegacyDocuments.json([
        "account": "anna", "receipt": Data(receipt).base64EncodedString(),
      ]), as: UTF8.self)
  }

  @Test(.timeLimit(.minutes(5)), arguments: [(sizeMax, nil), (sizeMax + 1, "receipt_too_large")])
  func `a receipt of five megabytes is taken whole, and one larger by a byte is not`(
    size: Int, reason: String?
  ) async throws {
    let receipt = try Self.receipt(of: size)
    try #require(receipt.count == size)
    try await TestService.with(olderSources: true) { service in
      let body = String(
        decoding: try LegacyDocuments.json([
          "account": "anna", "receipt": Data(receipt).base64EncodedString(),
        ]), as: UTF8.self)
      let answer = try await service.post("/v1/receipts", body)
      let submission = try answer.decode(Submission.self)
      #expect(submission.reason == reason)
      #expect(submission.state == (reason == nil ? "settled" : "rejected"))
      let events = try await service.ledger.eventCount()
      #expect(reason == nil ? events > 0 : events == 0)
    }
  }

  /// The most purchases of a receipt. In a release build they take some seconds; the limit is for reading each
  /// of them on its own, on however busy a machine.
  @Test(.timeLimit(.minutes(3)))
  func `a receipt of five thousand purchases is recorded within its request`() async throws {
    let body = try Self.body(of: 5_000)
    try await TestService.with(olderSources: true) { service in
      for account in ["anna", "bert"] {
        let start = ContinuousClock.now
        let answer = try await service.post(
          "/v1/receipts", body.replacing(#""anna""#, with: #""\#(account)""#))
        #expect(answer.status == 202, "\(answer.body)")
        let took = ContinuousClock.now - start
        #expect(took < .seconds(60), "\(took)")
        let submission = try answer.decode(Submission.self)
        #expect(submission.state == "settled")
        #expect(submission.reason == (account == "anna" ? nil : "owned_by_another_account"))
        #expect(submission.transactions.count == 5_000)
      }
    }
  }

  @Test(
    arguments: [
      ("gems", "100 gem credited", nil), ("chest", nil, "unpriced"),
    ] as [(ProductID, String?, String?)])
  func `the coins of hundreds of purchases are read once granting has met them`(
    priced: ProductID, grant: String?, reason: String?
  ) async throws {
    let body = try Self.body(of: 300)
    try await TestService.with(olderSources: true) { service in
      _ = try await service.ledger.intake.catalogs.publish(
        try Catalog(
          [CatalogProduct(priced, type: .consumable, grants: [ProductGrant("gem", 100)])],
          coins: ["gem": .daicho]),
        of: TestLedger.bundleID, validFrom: Instant(day: "2026-01-01"))
      var answer = try await service.post("/v1/receipts", body)
      // A busy machine may take longer than a request may, and a client posts again.
      for _ in 0..<5 where answer.status == 503 {
        answer = try await service.post("/v1/receipts", body)
      }
      #expect(answer.status == 202)
      let posted = try answer.decode(Submission.self)
      #expect(posted.transactions.count { $0.grants == nil && $0.grantReason == nil } == 300)
      try await service.ledger.grant()
      try await service.ledger.project()
      let read = try await service.get("/v1/receipts/\(posted.id)")
      #expect(read.status == 200)
      let items = try read.decode(Submission.self).transactions
      #expect(items.count == 300)
      for item in items {
        let grants = item.grants?.map { "\($0.amount) \($0.coin) \($0.state)" }
        #expect(grants == (grant.map { [$0] } ?? []))
        #expect(item.grantReason == reason)
      }
    }
  }

  /// The evidence has the whole receipt. Debug builds parse a megabyte in less than a second: the
  /// limit is for reading in quadratic time, on however busy a machine.
  @Test(.timeLimit(.minutes(3)), arguments: [true, false])
  func `a notification of version 1 may carry a receipt of megabytes, where its app says so`(
    accepts: Bool
  ) async throws {
    let receipt = try Self.receipt(of: 2_400_000)
    let body = try LegacyDocuments.notification(
      "DID_RENEW", chain: "1",
      entries: [LegacyDocuments.entry("1", from: Self.april, to: Self.may)], receipt: receipt)
    try #require(body.count > 3 * 1_048_576)
    let size = accepts ? 4 * 1_048_576 : ConfiguredApp.versionOneBytesDefault
    let intake: @Sendable (TestLedger) throws -> Intake = {
      try $0.legacyIntake(versionOneBytesMax: size)
    }
    try await TestService.with(by: intake) { service in
      let answer = try await service.notify(String(decoding: body, as: UTF8.self))
      guard accepts else {
        #expect(answer.problem == "413 body_too_large")
        return
      }
      #expect(answer.body == #"{"duplicate":false,"recorded":true}"#)
      let trusts = try await service.ledger.log.reading.events(
        of: .chain(ChainID(.production, "1"))
      )
      .compactMap(\.event.ofChain).compactMap { event in
        if case .transactionObserved(let fact) = event { fact.assertion.trust } else { nil }
      }
      #expect(Set(trusts) == [.sharedSecret, .receipt])
    }
  }
}
