import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

/// Older documents that nothing may come of: each has a code, ends in bounded time, and leaves every table
/// of the database as it was.
struct BadDocumentTests {
  /// A document made bad in one way.
  enum Flaw: String, CaseIterable, Sendable {
    case wrongSignature, foreignRoot, wrongBundle, wrongEnvironment, truncated, cutShort
    case tenThousandPurchases, nestedLengths, nestedStrings, zeros
    case wrongSecret, tenThousandEntries, nestedObjects, nestedArrays, endlessArrays
    case repeatedField, unknownWord
    case tenThousandAnswers, contradiction, invalidAnswer

    var code: String {
      switch self {
      case .wrongSignature: "invalid_receipt_signature"
      case .foreignRoot: "untrusted_receipt_root"
      case .wrongBundle: "app_not_configured"
      case .wrongEnvironment: "environment_not_configured"
      case .truncated, .cutShort, .nestedLengths, .nestedStrings: "malformed_receipt"
      case .tenThousandPurchases: "too_many_purchases"
      case .zeros: "malformed_jws"
      case .wrongSecret: "wrong_shared_secret"
      case .tenThousandEntries, .tenThousandAnswers: "too_many_entries"
      case .nestedObjects, .nestedArrays: "nested_too_deeply"
      case .endlessArrays: "unreadable_json"
      case .repeatedField: "repeated_field"
      case .unknownWord: "unreadable_field"
      case .contradiction: "contradictory_fields"
      case .invalidAnswer: "invalid_receipt_answer"
      }
    }
  }

  private static let april = Instant(day: "2026-04-01")
  private static let may = Instant(day: "2026-05-01")

  @Test(.timeLimit(.minutes(2)), arguments: Flaw.allCases)
  func `a bad document has a code and leaves no trace`(flaw: Flaw) async throws {
    let document = try Self.document(flaw)
    try await TestLedger.with { ledger in
      let intake = try ledger.legacyIntake(environments: [.production])
      let before = try await ledger.rowCounts()
      let rejection = await #expect(throws: Rejection.self) {
        try await intake.documents.ingest(document)
      }
      #expect(rejection?.code == flaw.code)
      #expect(rejection?.isRetryable == false)
      #expect(try await ledger.rowCounts() == before)
    }
  }

  @Test func `a receipt of another device leaves no trace`() async throws {
    try await TestLedger.with { ledger in
      let receipt = try LegacyDocuments.receipt(
        [LegacyDocuments.purchase("1", from: Self.april, to: Self.may)], device: UUID())
      let intake = try ledger.legacyIntake()
      let before = try await ledger.rowCounts()
      let answer = try await intake.transactions.receive(
        TransactionPost(
          account: "anna", .receipt(receipt, device: Array(1...16)), isRestore: true,
          within: PostScope()))
      #expect(answer.state == .rejected && answer.items.map(\.reason) == ["wrong_device"])
      #expect(try await ledger.rowCounts() == before)
    }
  }

  private static func document(_ flaw: Flaw) throws -> [UInt8] {
    let entry = LegacyDocuments.entry("1", from: april, to: may)
    switch flaw {
    case .wrongSignature:
      var receipt = try receipt()
      receipt[receipt.count - 1] ^= 1
      return receipt
    case .foreignRoot: return try ReceiptAuthority().sign(unsigned())
    case .wrongBundle:
      return try LegacyDocuments.authority.sign(unsigned { $0.bundleID = "com.example.other" })
    case .wrongEnvironment:
      return try LegacyDocuments.authority.sign(
        unsigned { $0.environment = "ProductionSandbox" })
    case .truncated: return Array(try receipt().dropLast(40))
    case .cutShort: return Array(try receipt().prefix(64))
    case .tenThousandPurchases:
      return try LegacyDocuments.receipt(
        (1...10_000).map { LegacyDocuments.purchase("\($0)", from: april, to: may) })
    case .nestedLengths: return repeated([0x30, 0x80])
    case .nestedStrings: return [0x30, 0x80] + repeated([0x24, 0x80])
    case .zeros: return [UInt8](repeating: 0, count: 5_000_000)
    case .wrongSecret:
      return try LegacyDocuments.notification("DID_RENEW", entries: [entry], password: "guess")
    case .tenThousandEntries:
      return try LegacyDocuments.notification("DID_RENEW", entries: tenThousand)
    case .nestedObjects: return nested(#"{"a":"#, "}", 100)
    case .nestedArrays: return nested("[", "]", 100)
    case .endlessArrays: return nested("[", "", 4_000_000)
    case .repeatedField:
      return Array(
        #"{\#(sender),"notification_type":"DID_RENEW","notification_type":"CANCEL"}"#.utf8)
    case .unknownWord:
      return try LegacyDocuments.notification("DID_RENEW", ["auto_renew_status": "perhaps"])
    case .tenThousandAnswers: return try answer(["latest_receipt_info": tenThousand])
    case .contradiction: return try answer(["environment": "Sandbox"])
    case .invalidAnswer: return try LegacyDocuments.json(["status": 21_003])
    }
  }

  private static var tenThousand: [[String: Any]] {
    (1...10_000).map { LegacyDocuments.entry("\($0)", from: april, to: may) }
  }

  private static func unsigned(
    _ spoil: (inout SignableAppReceipt) -> Void = { _ in }
  ) -> SignableAppReceipt {
    var receipt = LegacyDocuments.unsignedReceipt([
      LegacyDocuments.purchase("1", from: april, to: may)
    ])
    spoil(&receipt)
    return receipt
  }

  private static func receipt() throws -> [UInt8] {
    try LegacyDocuments.authority.sign(unsigned())
  }

  /// Five megabytes of a beginning without an end.
  private static func repeated(_ beginning: [UInt8]) -> [UInt8] {
    (0..<2_500_000).flatMap { _ in beginning }
  }

  /// The fields by which a notification is known for the app's own.
  private static let sender =
    #""bid":"\#(TestLedger.bundleID.rawValue)","password":"\#(LegacyDocuments.secretText)""#

  private static func nested(_ beginning: String, _ end: String, _ depth: Int) -> [UInt8] {
    let begun = String(repeating: beginning, count: depth)
    let ended = String(repeating: end, count: depth)
    return Array(
      #"{\#(sender),"notification_type":"DID_RENEW","unified_receipt":\#(begun)1\#(ended)}"#.utf8)
  }

  private static func answer(_ further: [String: Any]) throws -> [UInt8] {
    let answer: [String: Any] = [
      "status": 0, "environment": "Production",
      "receipt": [
        "receipt_type": "Production", "bundle_id": TestLedger.bundleID.rawValue, "in_app": [],
      ],
    ]
    return try LegacyDocuments.json(answer.merging(further) { $1 })
  }
}
