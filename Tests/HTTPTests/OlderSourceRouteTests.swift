import AppStore
import AppStoreSimulator
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

/// The rarer documents of `POST /v1/receipts`, and what the bad ones leave behind.
struct OlderSourceRouteTests {
  private struct Submission: Decodable {
    struct Item: Decodable {
      let transactionId: String?, productId: String?, account: String?
      let state: String, reason: String?
    }
    let state: String, reason: String?, transactions: [Item]
  }

  private static let may = Instant(day: "2026-05-15")
  private static let june = Instant(day: "2026-06-15")

  private static func post(
    _ receipt: String, to service: TestService, query: String = "", _ further: [String: Any] = [:]
  ) async throws -> Submission {
    let fields = ["account": "anna", "receipt": receipt].merging(further) { $1 }
    let body = String(decoding: try LegacyDocuments.json(fields), as: UTF8.self)
    return try await service.post("/v1/receipts\(query)", body).decode(Submission.self)
  }

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  private static func unsigned(
    _ change: (inout SignableAppReceipt) -> Void = { _ in }
  ) -> SignableAppReceipt {
    var receipt = LegacyDocuments.unsignedReceipt([
      LegacyDocuments.purchase("2000", from: may, to: june)
    ])
    change(&receipt)
    return receipt
  }

  @Test func `a Mac is known by the address of its first network interface`() async throws {
    try await TestService.with(olderSources: true) { service in
      let receipt = Self.base64(
        try LegacyDocuments.authority.sign(
          Self.unsigned { $0.device = [0xA4, 0x83, 0xE7, 0x00, 0x11, 0x22] }))
      for (address, reason) in [
        ("a4:83:e7:00:11:23", "wrong_device"), ("a4:83:e7:00:11:22", nil),
        ("A4-83-E7-00-11-22", nil),
      ] as [(String, String?)] {
        let answer = try await Self.post(receipt, to: service, ["deviceId": address])
        #expect(answer.reason == reason)
        #expect(answer.state == (reason == nil ? "settled" : "rejected"))
      }
    }
  }

  @Test func `an AppTransaction is a purchase of the app`() async throws {
    try await TestService.with(olderSources: true) { service in
      var purchase = SignableAppTransaction(
        bundleId: TestLedger.bundleID.rawValue, receiptCreationDate: TestLedger.now.milliseconds,
        originalPurchaseDate: Self.may.milliseconds, receiptType: "Production")
      purchase.appTransactionId = "704000000000001"
      let jws = try service.ledger.authority.sign(payload: purchase)
      let answer = try await Self.post(jws, to: service)
      #expect(answer.state == "settled")
      #expect(answer.transactions.map(\.productId) == [TestLedger.bundleID.rawValue])
      let wrong = try await Self.post(jws, to: service, ["deviceId": UUID().uuidString])
      #expect(wrong.reason == "wrong_device")
    }
  }

  @Test func `a receipt of Xcode counts in its own environment, under its own root`() async throws {
    let xcode = try ReceiptAuthority(
      xcodeSigningIn: 1_577_836_800_000..<2_208_988_800_000)
    let receipt = Self.base64(
      try xcode.sign(
        Self.unsigned {
          $0.environment = "Xcode"
          $0.appAppleID = 0
        }, as: ReceiptForm(hasIndefiniteLengths: true)))
    let root = try RootCertificate(fileContents: xcode.rootCertificateDER, for: .only(["Xcode"]))
    for (environments, roots, reason) in [
      ([.production, .xcode], [root], nil),
      ([.production], [root], "environment_not_configured"),
      ([.production, .xcode], [], "untrusted_receipt_root"),
    ] as [(Set<StoreEnvironment>, [RootCertificate], String?)] {
      let intake: @Sendable (TestLedger) -> Intake = {
        Self.intake(of: $0, in: environments, roots)
      }
      try await TestService.with(by: intake) { service in
        let answer = try await Self.post(receipt, to: service)
        #expect(answer.reason == reason)
        let kept = try await service.ledger.accounts.owners(of: ChainID(.xcode, "2000"))
        #expect(kept.state.transactions.count == (reason == nil ? 1 : 0))
        let elsewhere = try await service.ledger.accounts.owners(of: ChainID(.production, "2000"))
        #expect(elsewhere.state.transactions.isEmpty)
      }
    }
  }

  private static func intake(
    of ledger: TestLedger, in environments: Set<StoreEnvironment>, _ roots: [RootCertificate]
  ) -> Intake {
    let app = ConfiguredApp(
      bundleID: TestLedger.bundleID, appAppleID: TestLedger.appAppleID, environments: environments)
    return Intake(
      apps: [app], verifier: ledger.verifier, receipts: AppReceiptVerifier(roots: roots),
      log: ledger.log, now: { TestLedger.now })
  }

  @Test func `a transaction receipt of the sandbox names a purchase there`() async throws {
    try await TestService.with(olderSources: true) { service in
      let text = TransactionReceipt("2000", of: "2000", isSandbox: true).base64
      let narrowed = try await Self.post(text, to: service, query: "?environment=Production")
      #expect(narrowed.reason == "wrong_environment")
      #expect(try await Self.post(text, to: service).reason == "purchase_unknown")
      let known = TestLedger.transaction("2000", from: Self.may, to: Self.june)
      _ = try await service.ledger.legacyIntake().notifications.receive(
        notification: service.ledger.notification("SUBSCRIBED", known))
      // That purchase is of production.
      #expect(try await Self.post(text, to: service).reason == "purchase_unknown")
    }
  }

  enum Flaw: CaseIterable, Sendable {
    case signature, root, bundle, environment, truncated, purchases, device, expired, future

    var code: String {
      switch self {
      case .signature: "invalid_receipt_signature"
      case .root: "untrusted_receipt_root"
      case .bundle: "app_not_configured"
      case .environment: "environment_not_configured"
      case .truncated: "malformed_receipt"
      case .purchases: "too_many_purchases"
      case .device: "wrong_device"
      case .expired: "receipt_expired"
      case .future: "receipt_created_in_the_future"
      }
    }

    /// True if the item may be recorded later, so that it is kept, sealed.
    var isKept: Bool { [.bundle, .environment, .future].contains(self) }
  }

  @Test(arguments: Flaw.allCases)
  func `a bad receipt has a code and leaves nothing but its answer`(flaw: Flaw) async throws {
    let receipt = Self.base64(try Self.receipt(flaw))
    let intake: @Sendable (TestLedger) throws -> Intake = {
      try $0.legacyIntake(environments: [.production])
    }
    try await TestService.with(by: intake) { service in
      let before = try await service.ledger.rowCounts()
      let answer = try await Self.post(
        receipt, to: service, flaw == .device ? ["deviceId": UUID().uuidString] : [:])
      #expect(answer.reason == flaw.code)
      let after = try await service.ledger.rowCounts()
      let changed = Set(after.filter { before[$0.key] != $0.value }.keys)
      let allowed: Set = flaw.isKept ? ["public.receipt", "public.job"] : ["public.receipt"]
      #expect(changed.isSubset(of: allowed) && changed.contains("public.receipt"), "\(changed)")
    }
  }

  private static func receipt(_ flaw: Flaw) throws -> [UInt8] {
    let authority = try LegacyDocuments.authority
    switch flaw {
    case .signature:
      var receipt = try authority.sign(unsigned())
      receipt[receipt.count - 1] ^= 1
      return receipt
    case .root: return try ReceiptAuthority().sign(unsigned())
    case .bundle: return try authority.sign(unsigned { $0.bundleID = "com.example.other" })
    case .environment: return try authority.sign(unsigned { $0.environment = "Sandbox" })
    case .truncated: return Array(try authority.sign(unsigned()).dropLast(40))
    case .purchases:
      return try authority.sign(
        unsigned { $0.purchases = Array(repeating: $0.purchases[0], count: 10_000) })
    case .device: return try authority.sign(unsigned())
    case .expired:
      return try authority.sign(unsigned { $0.expirationDate = TestLedger.now.milliseconds })
    case .future:
      return try authority.sign(
        unsigned { $0.creationDate = (TestLedger.now + .seconds(2 * 86_400)).milliseconds })
    }
  }
}
