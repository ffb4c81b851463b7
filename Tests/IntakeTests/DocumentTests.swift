import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

struct DocumentTests {
  private let may = Instant(day: "2026-05-01")

  @Test func `notifications, transactions and renewals enter in one way`() async throws {
    try await TestLedger.with { ledger in
      let transaction = TestLedger.transaction("2000", from: may, to: TestLedger.now)
      let renewal = SignableRenewal(
        originalTransactionId: "2000", productId: "com.example.month",
        signedDate: may.milliseconds, environment: "Production")
      let documents: [([UInt8], String)] = [
        (try ledger.notification("SUBSCRIBED", transaction), "notification"),
        (Array((try ledger.authority.sign(payload: transaction) + "\n").utf8), "transaction"),
        (Array(try ledger.authority.sign(payload: renewal).utf8), "renewal"),
      ]
      for (document, kind) in documents {
        #expect(try await ledger.intake.ingest(document).kind == kind)
        #expect(try await ledger.intake.ingest(document).duplicate)
      }
    }
  }

  @Test func `what is no document is rejected by name`() async throws {
    try await TestLedger.with { ledger in
      let other = try ledger.authority.sign(payload: Array(#"{"signedDate":1}"#.utf8))
      let rejection = await #expect(throws: Rejection.self) {
        _ = try await ledger.intake.ingest(Array(other.utf8))
      }
      #expect(rejection?.code == "unknown_document")
    }
  }
}
