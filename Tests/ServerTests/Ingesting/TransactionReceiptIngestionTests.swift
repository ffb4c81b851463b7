import EventStore
import Foundation
import Intake
import Ledger
import Outbox
import TestSupport
import Testing

@testable import Server

/// Transaction receipts of iOS 6 in files, as `daicho ingest` reads them.
struct TransactionReceiptIngestionTests {
  private static let app = TestLedger.bundleID
  private static let other = ConfiguredApp(
    bundleID: "com.example.other", appAppleID: nil, environments: [.production])

  private static func ingest(
    _ contents: [UInt8], into ledger: TestLedger, beside others: [ConfiguredApp] = [],
    askable: Set<BundleID> = [app], verifiable: Set<BundleID> = [],
    from origin: DocumentOrigin = DocumentOrigin()
  ) async throws -> IngestReport {
    try await FileIngestion(
      by: try ledger.legacyIntake(beside: others),
      asking: ledger.lookups(askable: askable, verifiable: verifiable), from: origin
    ).ingest([DocumentFile(name: "receipt", contents: contents)])
  }

  private static let receipt = TransactionReceipt("2", of: "1")
  private static let one = ["transactionReceipt": IngestReport.Count(recorded: 1)]

  enum Form: CaseIterable, Sendable {
    case text, base64, wrapped, string, oneLine
  }

  private static func written(_ form: Form) throws -> [UInt8] {
    switch form {
    case .text: receipt.contents
    case .base64: Array(receipt.base64.utf8)
    case .wrapped:
      Array(
        Data(receipt.contents).base64EncodedString(options: [
          .lineLength76Characters, .endLineWithLineFeed,
        ]).utf8)
    case .string: Array(try JSONEncoder().encode(receipt.text))
    case .oneLine: receipt.contents.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    }
  }

  @Test(arguments: Form.allCases)
  func `Apple is asked for the history of the purchase that it names`(form: Form) async throws {
    try await TestLedger.with { ledger in
      let report = try await Self.ingest(try Self.written(form), into: ledger)
      #expect(report.totals == Self.one && report.rejected == [])
      #expect(try await ledger.jobs() == ["history 1"])
      #expect(try await ledger.eventCount() == 0)
      #expect(try await Self.ingest(try Self.written(form), into: ledger).totals == Self.one)
      #expect(try await ledger.jobs() == ["history 1"])
    }
  }

  @Test func `several stand beside other documents`() async throws {
    try await TestLedger.with { ledger in
      let april = Instant(day: "2026-04-01")
      let lines = [
        TransactionReceipt("2", of: "1").base64, TransactionReceipt("4", of: "3").base64,
        String(
          decoding: try LegacyDocuments.notification(
            "DID_RENEW", chain: "9",
            entries: [LegacyDocuments.entry("9", from: april)]), as: UTF8.self),
      ]
      let report = try await Self.ingest(Array(lines.joined(separator: "\n").utf8), into: ledger)
      #expect(report.totals["transactionReceipt"] == IngestReport.Count(recorded: 2))
      #expect(report.totals["notificationV1"]?.facts == 1 && report.rejected == [])
      #expect(try await ledger.jobs() == ["history 1", "history 3"])
    }
  }

  @Test func `without a key verifyReceipt is asked, in the environment of the receipt`()
    async throws
  {
    try await TestLedger.with { ledger in
      let sandbox = TransactionReceipt("2", of: "1", isSandbox: true)
      let report = try await Self.ingest(
        sandbox.contents, into: ledger, askable: [], verifiable: [Self.app])
      #expect(report.totals == Self.one)
      let jobs = try await ledger.queue.leases.lease(
        [.receipt], limit: 9, at: TestLedger.now, lasting: .seconds(60))
      #expect(jobs.map(\.environment) == [.sandbox] && jobs.map(\.bundleID) == [Self.app])
      #expect(jobs.allSatisfy { $0.content != nil })
      #expect(try await ledger.jobs().count == 1)
    }
  }

  @Test func `where Apple cannot be asked, the remedy is named`() async throws {
    try await TestLedger.with { ledger in
      let report = try await Self.ingest(Self.receipt.contents, into: ledger, askable: [])
      #expect(report.totals == [:] && report.rejected.map(\.code) == ["server_api_key_missing"])
      #expect(report.rejected.first?.detail.contains("in DAICHO_APPS") == true)
      #expect(try await ledger.jobs() == [])
    }
  }

  @Test func `a known purchase is a duplicate, about which nothing is asked`() async throws {
    try await TestLedger.with { ledger in
      let signed = TestLedger.transaction(
        "2", chain: "1", from: Instant(day: "2026-04-01"), to: Instant(day: "2026-05-01"))
      _ = try await ledger.legacyIntake().notifications.receive(
        notification: ledger.notification("DID_RENEW", signed))
      let report = try await Self.ingest(Self.receipt.contents, into: ledger, askable: [])
      #expect(report.totals == ["transactionReceipt": IngestReport.Count(duplicate: 1)])
      #expect(try await ledger.jobs() == [])
    }
  }

  @Test func `its app is named where there are several`() async throws {
    try await TestLedger.with { ledger in
      let unnamed = try await Self.ingest(
        Self.receipt.contents, into: ledger, beside: [Self.other])
      #expect(unnamed.rejected.map(\.code) == ["app_not_named"])
      #expect(unnamed.rejected.first?.detail.contains("--app") == true)
      let named = try await Self.ingest(
        Self.receipt.contents, into: ledger, beside: [Self.other],
        from: DocumentOrigin(app: Self.app))
      #expect(named.totals == Self.one)
      #expect(try await ledger.jobs() == ["history 1"])
    }
  }

  @Test func `another environment than its own is a contradiction`() async throws {
    try await TestLedger.with { ledger in
      let report = try await Self.ingest(
        Self.receipt.contents, into: ledger, from: DocumentOrigin(environment: .sandbox))
      #expect(report.rejected.map(\.code) == ["contradictory_fields"])
      #expect(try await ledger.jobs() == [])
    }
  }

  @Test(arguments: [
    ("{\n\t\"signature\" = \"c2lnbmVk\";\n}", "malformed_receipt"),
    ("MIIBx", "malformed_receipt"), ("ewoJInNpZ25h!", "malformed_receipt"),
    ("rubbish", "malformed_jws"), ("{\"signature\"", "unreadable_json"),
    ("{}", "missing_signed_payload"),
  ])
  func `a damaged one has a code and the remedy`(text: String, code: String) async throws {
    try await TestLedger.with { ledger in
      let report = try await Self.ingest(Array(text.utf8), into: ledger)
      #expect(report.rejected.map(\.code) == [code])
      #expect(report.rejected.first?.detail.contains("send ") == true)
      #expect(try await ledger.jobs() == [])
    }
  }
}
