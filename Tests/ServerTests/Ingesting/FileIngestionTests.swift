import AppStoreSimulator
import Foundation
import Ledger
import TestSupport
import Testing

@testable import Server

/// Files of documents of every kind, as `daicho ingest` reads them.
struct FileIngestionTests {
  private static let april = Instant(day: "2026-04-01")
  private static let may = Instant(day: "2026-05-01")

  private var appTransaction: SignableAppTransaction {
    var purchase = SignableAppTransaction(
      bundleId: TestLedger.bundleID.rawValue, receiptCreationDate: TestLedger.now.milliseconds,
      originalPurchaseDate: Self.april.milliseconds, receiptType: "Production")
    purchase.appTransactionId = "704000000000001"
    return purchase
  }

  private func receipt(_ id: String) throws -> [UInt8] {
    try LegacyDocuments.receipt([LegacyDocuments.purchase(id, from: Self.april, to: Self.may)])
  }

  /// One line for each kind of document, then two that are no document of this app.
  private func lines(signedBy ledger: TestLedger) throws -> [String] {
    let transaction = TestLedger.transaction("1", from: Self.april, to: Self.may)
    let renewal = SignableRenewal(
      originalTransactionId: "1", productId: "com.example.month",
      signedDate: Self.april.milliseconds, environment: "Production")
    let entry = LegacyDocuments.entry("2", from: Self.april, to: Self.may)
    let answer: [String: Any] = [
      "status": 0, "environment": "Production",
      "receipt": ["bundle_id": TestLedger.bundleID.rawValue, "in_app": []],
      "latest_receipt_info": [LegacyDocuments.entry("3", from: Self.april, to: Self.may)],
      "pending_renewal_info": [LegacyDocuments.pending("3")],
    ]
    let documents = [
      try ledger.notification("SUBSCRIBED", transaction),
      try LegacyDocuments.notification("DID_RENEW", chain: "2", entries: [entry]),
      Array("\"\(try ledger.authority.sign(payload: transaction))\"".utf8),
      Array(try ledger.authority.sign(payload: renewal).utf8),
      Array(try ledger.authority.sign(payload: appTransaction).utf8),
      Array(Data(try receipt("4")).base64EncodedString().utf8),
      Array(
        Data(try receipt("5")).base64EncodedString(options: [
          .lineLength64Characters, .endLineWithLineFeed,
        ]).utf8), try LegacyDocuments.json(answer),
      try LegacyDocuments.notification("DID_RENEW", password: "guess"), Array("rubbish".utf8),
    ]
    return documents.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `documents of every kind mixed in lines are counted by kind`() async throws {
    try await TestLedger.with { ledger in
      let text = try lines(signedBy: ledger).joined(separator: "\n\n")
      let file = DocumentFile(name: "mixed.jsonl", contents: Array(text.utf8))
      let ingestion = FileIngestion(by: try ledger.legacyIntake(), asking: ledger.lookups())
      let report = try await ingestion.ingest([file])
      let facts = [
        "notification": 1, "notificationV1": 1, "transaction": 1, "renewal": 1,
        "appTransaction": 1, "receipt": 2, "receiptAnswer": 2,
      ]
      #expect(report.totals.mapValues(\.facts) == facts)
      #expect(report.totals["receipt"] == IngestReport.Count(recorded: 2, facts: 2))
      #expect(report.rejected.map(\.code) == ["wrong_shared_secret", "malformed_jws"])
      #expect(report.count == 10)

      let events = try await ledger.eventCount()
      let again = try await ingestion.ingest([file])
      #expect(again.totals.values.map(\.recorded).allSatisfy { $0 == 0 })
      #expect(again.totals.values.reduce(0) { $0 + $1.duplicate } == 8)
      #expect(try await ledger.eventCount() == events)
    }
  }

  @Test func `a receipt is a file as it is, and alone in text`() async throws {
    try await TestLedger.with { ledger in
      let whole = try receipt("4")
      let text = Array(Data(whole).base64EncodedString(options: .lineLength76Characters).utf8)
      let ingestion = FileIngestion(by: try ledger.legacyIntake(), asking: ledger.lookups())
      let report = try await ingestion.ingest([
        DocumentFile(name: "receipt.der", contents: whole),
        DocumentFile(name: "receipt.txt", contents: text),
      ])
      let count = try #require(report.totals["receipt"])
      #expect(count.recorded + count.duplicate == 2 && report.rejected.isEmpty)
    }
  }
}
