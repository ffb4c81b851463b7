import AppStore
import AppStoreSimulator
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

@testable import Server

/// The receipts inside documents that Apple does not sign, as `daicho verify --evidence` judges them.
struct InnerReceiptVerificationTests {
  private static let april = Instant(day: "2026-04-01")
  private static let may = Instant(day: "2026-05-01")

  enum Document: CaseIterable, Sendable {
    case notification, answer
  }

  private static func contents(_ document: Document, around receipt: [UInt8]) throws -> [UInt8] {
    let entries = [LegacyDocuments.entry("1", from: april, to: may)]
    switch document {
    case .notification:
      return try LegacyDocuments.notification(
        "DID_RENEW", chain: "1", entries: entries, receipt: receipt)
    case .answer:
      return try LegacyDocuments.json([
        "status": 0, "environment": "Production",
        "receipt": ["bundle_id": TestLedger.bundleID.rawValue, "in_app": []],
        "latest_receipt_info": entries,
        "latest_receipt": Data(receipt).base64EncodedString(),
      ])
    }
  }

  private static func findings(
    in ledger: TestLedger, trusting roots: [RootCertificate]
  ) async throws -> VerifyReport {
    var verification = Verification(pool: ledger.pool, log: ledger.log)
    verification.roots = roots
    return try await verification.report(now: TestLedger.now)
  }

  @Test(arguments: Document.allCases)
  func `a receipt inside that was signed under a root no longer trusted is found`(
    document: Document
  ) async throws {
    try await TestLedger.with { ledger in
      let receipt = try LegacyDocuments.receipt(
        (1...3).map { LegacyDocuments.purchase("\($0)", from: Self.april, to: Self.may) })
      let intake = try ledger.legacyIntake()
      _ = try await intake.documents.ingest(Self.contents(document, around: receipt))
      let root = try RootCertificate(fileContents: LegacyDocuments.authority.rootCertificateDER)
      let whole = try await Self.findings(in: ledger, trusting: [.appleG3, root])
      #expect(whole.broken == [])
      let broken = try await Self.findings(in: ledger, trusting: [.appleG3, .appleRSA]).broken
      #expect(!broken.isEmpty)
      for broken in broken {
        #expect(
          broken.finding.hasPrefix("the receipt inside does not verify: the receipt's root is not"))
      }
    }
  }

  @Test(arguments: Document.allCases)
  func `a receipt inside that nothing rests on is not judged`(document: Document) async throws {
    try await TestLedger.with { ledger in
      let foreign = try ReceiptAuthority().sign(
        LegacyDocuments.unsignedReceipt([
          LegacyDocuments.purchase("1", from: Self.april, to: Self.may)
        ]))
      _ = try await ledger.legacyIntake().documents.ingest(
        Self.contents(document, around: foreign))
      let report = try await Self.findings(in: ledger, trusting: [.appleG3])
      #expect(report.broken == [] && report.evidence?.verified ?? 0 > 0)
    }
  }
}
