import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

struct DocumentTests {
  private static let device = UUID(uuidString: "0E984725-C51C-4BF4-9960-E1C80E27ABA0")!
  private static let proof =
    "Fhu3qp1XJ5XETuk9jtQGypgdDdLCNtO0IMjwy92ntUCoeo1spF9t1+cPZbU+b9ft"

  private let may = Instant(day: "2026-05-01")

  private var appTransaction: SignableAppTransaction {
    var purchase = SignableAppTransaction(
      bundleId: TestLedger.bundleID.rawValue,
      receiptCreationDate: TestLedger.now.milliseconds, originalPurchaseDate: may.milliseconds,
      receiptType: "Production")
    purchase.originalApplicationVersion = "1.2"
    purchase.appTransactionId = "704000000000001"
    return purchase
  }

  @Test func `notifications, transactions and renewals enter in one way`() async throws {
    try await TestLedger.with { ledger in
      let transaction = TestLedger.transaction("2000", from: may, to: TestLedger.now)
      let renewal = SignableRenewal(
        originalTransactionId: "2000", productId: "com.example.month",
        signedDate: may.milliseconds, environment: "Production")
      let documents: [([UInt8], DocumentKind)] = [
        (try ledger.notification("SUBSCRIBED", transaction), .notification),
        (Array((try ledger.authority.sign(payload: transaction) + "\n").utf8), .transaction),
        (Array(try ledger.authority.sign(payload: renewal).utf8), .renewal),
      ]
      for (document, kind) in documents {
        #expect(try await ledger.intake.documents.ingest(document).kind == kind)
        #expect(try await ledger.intake.documents.ingest(document).duplicate)
      }
    }
  }

  @Test func `a renewal tells no status, unless Apple's answer names one beside it`() async throws {
    try await TestLedger.with { ledger in
      let renewal = SignableRenewal(
        originalTransactionId: "2000", productId: "com.example.month",
        signedDate: may.milliseconds, environment: "Production")
      let jws = Array(try ledger.authority.sign(payload: renewal).utf8)
      let documents = ledger.intake.documents
      #expect(try await !documents.ingest(jws).duplicate)
      for isDuplicate in [false, true] {
        let again = try await documents.ingest(
          renewal: jws, status: .grace, from: DocumentOrigin(app: TestLedger.bundleID))
        #expect(again.duplicate == isDuplicate)
      }
      #expect(try await ledger.renewals(of: "2000").map(\.status) == [nil, .grace])
    }
  }

  @Test func `older documents enter in the same way, each with its facts`() async throws {
    try await TestLedger.with { ledger in
      let entry = LegacyDocuments.entry("1", from: may, to: TestLedger.now)
      let receipt = try LegacyDocuments.receipt([
        LegacyDocuments.purchase("7", from: may, to: TestLedger.now),
        LegacyDocuments.purchase("8", kind: .nonConsumable, from: may),
      ])
      let answer = try LegacyDocuments.json([
        "status": 0, "environment": "Production",
        "receipt": [
          "receipt_type": "Production", "bundle_id": TestLedger.bundleID.rawValue,
          "request_date_ms": "\(may.milliseconds)", "in_app": [],
        ],
        "latest_receipt_info": [LegacyDocuments.entry("3", from: may, to: TestLedger.now)],
        "pending_renewal_info": [LegacyDocuments.pending("3")],
      ])
      let base64 = Data(receipt).base64EncodedString(options: .lineLength64Characters)
      let other = Array(
        Data(try LegacyDocuments.receipt([LegacyDocuments.purchase("9", from: may)]))
          .base64EncodedString().utf8)
      let documents: [([UInt8], DocumentKind, facts: Int)] = [
        (
          try LegacyDocuments.notification("DID_RENEW", chain: "1", entries: [entry]),
          .notificationV1, 1
        ),
        (receipt, .receipt, 2), (other, .receipt, 1), (answer, .receiptAnswer, 2),
      ]
      let intake = try ledger.legacyIntake()
      for (document, kind, facts) in documents {
        let ingested = try await intake.documents.ingest(document)
        #expect(ingested.kind == kind && ingested.facts == facts && !ingested.duplicate)
        #expect(try await intake.documents.ingest(document).duplicate)
      }
      #expect(try await intake.documents.ingest(Array(base64.utf8)).duplicate)
    }
  }

  @Test func `an AppTransaction is the purchase of the app`() async throws {
    try await TestLedger.with { ledger in
      let signed = try ledger.authority.sign(payload: appTransaction)
      let ingested = try await ledger.intake.documents.ingest(Array(signed.utf8))
      #expect(ingested.kind == .appTransaction && ingested.facts == 1)
      let chain = ChainID(.production, "704000000000001")
      let events = try await ledger.log.reading.events(of: .chain(chain), limit: 10)
      guard case .chain(.transactionObserved(let fact)) = events.first?.event else {
        return #expect(Bool(false), "the purchase is not there")
      }
      #expect(fact.purchase.type == .app)
      #expect(fact.purchase.productID == "com.example.game")
      #expect(fact.purchase.purchaseDate == may)
      #expect(fact.purchase.appTransactionID == "704000000000001")
      #expect(fact.purchase.download?.originalVersion == "1.2")
      #expect(fact.purchase.download?.originalPlatform == "iOS")
      #expect(fact.assertion.trust == .signed && fact.assertion.assertedAt == TestLedger.now)
      let posted = try await ledger.intake.transactions.receive(
        TransactionPost(account: "anna", signedTransactions: [signed]))
      #expect(posted.items.map(\.account) == ["anna"])
      #expect(posted.items.map(\.duplicate) == [true])
    }
  }

  /// SHA-384 of the nonce and the device's id, both in lower case, by `openssl dgst -sha384`.
  @Test func `an AppTransaction proves the device that it was made on`() async throws {
    try await TestLedger.with { ledger in
      var purchase = appTransaction
      purchase.deviceVerificationNonce = "6F9619FF-8B86-4D01-B42D-00CF4FC964FF"
      purchase.deviceVerification = Self.proof
      let signed = try ledger.authority.sign(payload: purchase)
      for (device, state) in [(Self.device, SubmissionState.settled), (UUID(), .rejected)] {
        let posted = try await ledger.intake.transactions.receive(
          TransactionPost(
            account: "anna", .signedOnDevice(signed, device), within: PostScope()))
        #expect(posted.state == state)
        #expect(posted.items.first?.reason == (state == .rejected ? "wrong_device" : nil))
      }
      let unproven = try ledger.authority.sign(payload: appTransaction)
      let posted = try await ledger.intake.transactions.receive(
        TransactionPost(
          account: "anna", .signedOnDevice(unproven, Self.device), within: PostScope()))
      #expect(posted.items.map(\.reason) == ["wrong_device"])
    }
  }

  @Test func `a renewal on its own names no app, so that the one who ingests it does`() async throws
  {
    try await TestLedger.with { ledger in
      _ = try await ledger.intake.notifications.receive(
        notification: ledger.notification(
          "SUBSCRIBED", TestLedger.transaction("2000", from: may, to: TestLedger.now)))
      let renewal = SignableRenewal(
        originalTransactionId: "2000", productId: "com.example.month",
        signedDate: TestLedger.now.milliseconds, environment: "Production")
      let signed = Array(try ledger.authority.sign(payload: renewal).utf8)
      let other = ConfiguredApp(
        bundleID: "com.example.other", appAppleID: nil, environments: [.production])
      let both = Intake(
        apps: [TestLedger.app(), other], verifier: ledger.verifier, log: ledger.log,
        now: { TestLedger.now })
      let rejection = await #expect(throws: Rejection.self) {
        try await both.documents.ingest(signed)
      }
      #expect(rejection?.code == "app_not_named")
      let named = DocumentOrigin(app: TestLedger.bundleID)
      #expect(try await !both.documents.ingest(signed, from: named).duplicate)
      #expect(try await ledger.intake.documents.ingest(signed).duplicate)
      let elsewhere = DocumentOrigin(app: "com.example.other")
      #expect(try await !both.documents.ingest(signed, from: elsewhere).duplicate)
    }
  }

  @Test func `what is no document is rejected by name`() async throws {
    try await TestLedger.with { ledger in
      let other = try ledger.authority.sign(payload: Array(#"{"signedDate":1}"#.utf8))
      let rejection = await #expect(throws: Rejection.self) {
        _ = try await ledger.intake.documents.ingest(Array(other.utf8))
      }
      #expect(rejection?.code == "unknown_document")
    }
  }
}
