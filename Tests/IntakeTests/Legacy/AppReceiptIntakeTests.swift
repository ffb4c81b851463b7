import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import TestSupport
import Testing

/// Posts of app receipts and of transaction receipts of iOS 6.
struct AppReceiptIntakeTests {
  private static let april = Instant(day: "2026-04-01")
  private static let may = Instant(day: "2026-05-01")
  private static let june = Instant(day: "2026-06-01")

  private static func post(
    _ receipt: [UInt8], for account: AccountID? = "anna", device: UUID? = nil,
    restore: Bool = false, _ scope: PostScope = PostScope()
  ) -> TransactionPost {
    let identifier = device.map { id in withUnsafeBytes(of: id.uuid) { [UInt8]($0) } }
    return TransactionPost(
      account: account, .receipt(receipt, device: identifier), isRestore: restore, within: scope)
  }

  private var months: [SignableReceiptPurchase] {
    [
      LegacyDocuments.purchase("1", from: Self.april, to: Self.may),
      LegacyDocuments.purchase("2", of: "1", from: Self.may, to: Self.june),
      LegacyDocuments.purchase("9", product: "gems.100", kind: .consumable, from: Self.may),
    ]
  }

  @Test func `a receipt becomes one settled item per purchase, owned by the poster`() async throws {
    try await TestLedger.with { ledger in
      let intake = try ledger.legacyIntake()
      let answer = try await intake.transactions.receive(
        Self.post(try LegacyDocuments.receipt(months)))
      #expect(answer.state == .settled)
      #expect(answer.items.map(\.transactionID) == ["1", "2", "9"])
      #expect(answer.items.map(\.account) == ["anna", "anna", "anna"])
      #expect(answer.items.allSatisfy { $0.finish && !$0.duplicate })
      for chain in ["1", "9"] as [OriginalTransactionID] {
        let owner = try await ledger.accounts.owners(of: ChainID(.production, chain)).owner
        #expect(
          owner.references == [AccountReference(.production, TestLedger.bundleID, "anna")])
      }
      let again = try await intake.transactions.receive(
        Self.post(try LegacyDocuments.receipt(months)))
      #expect(again.items.allSatisfy { $0.duplicate && $0.finish })
    }
  }

  @Test func `a receipt without purchases is settled and stores nothing`() async throws {
    try await TestLedger.with { ledger in
      let answer = try await ledger.legacyIntake().transactions.receive(
        Self.post(try LegacyDocuments.receipt([])))
      #expect(answer.state == .settled && answer.items.isEmpty)
      #expect(try await ledger.eventCount() == 0)
    }
  }

  @Test func `the first account that posts owns what no token names`() async throws {
    try await TestLedger.with { ledger in
      let intake = try ledger.legacyIntake()
      let receipt = try LegacyDocuments.receipt(months)
      _ = try await intake.transactions.receive(Self.post(receipt))
      let other = try await intake.transactions.receive(Self.post(receipt, for: "bert"))
      #expect(other.items.allSatisfy { $0.account == "anna" && $0.finish })
      #expect(other.items.allSatisfy { $0.reason == "owned_by_another_account" })
    }
  }

  @Test func `a signed token takes the chain from the account that posted the receipt`()
    async throws
  {
    try await TestLedger.with { ledger in
      let intake = try ledger.legacyIntake()
      let token = UUID().uuidString.lowercased()
      _ = try await intake.names.makeKnown(
        AccountID(token), of: TestLedger.bundleID, in: [.production])
      _ = try await intake.transactions.receive(Self.post(try LegacyDocuments.receipt(months)))
      var signed = TestLedger.transaction("1", from: Self.april, to: Self.may, token: token)
      signed.transactionReason = "PURCHASE"
      _ = try await intake.notifications.receive(
        notification: ledger.notification("SUBSCRIBED", signed))
      let owner = try await ledger.accounts.owners(of: ChainID(.production, "1")).owner
      #expect(
        owner.references
          == [AccountReference(.production, TestLedger.bundleID, AccountID(token))])
    }
  }

  @Test func `the device that a receipt was issued to posts it, and another one does not`()
    async throws
  {
    try await TestLedger.with { ledger in
      let (mine, other) = (UUID(), UUID())
      let receipt = try LegacyDocuments.receipt(months, device: mine)
      let intake = try ledger.legacyIntake()
      let wrong = try await intake.transactions.receive(Self.post(receipt, device: other))
      #expect(wrong.state == .rejected)
      #expect(wrong.items.map(\.reason) == ["wrong_device"])
      #expect(try await ledger.eventCount() == 0)
      #expect(
        try await intake.transactions.receive(Self.post(receipt, device: mine)).state == .settled)
    }
  }

  @Test(arguments: [
    "app_not_configured", "environment_not_configured", "wrong_app_apple_id", "wrong_app",
    "wrong_environment", "untrusted_receipt_root", "malformed_receipt",
    "receipt_created_in_the_future", "receipt_expired",
  ])
  func `a receipt that is not accepted is one item with a code, and stores nothing`(
    code: String
  ) async throws {
    try await TestLedger.with { ledger in
      var receipt = LegacyDocuments.unsignedReceipt(months)
      var scope = PostScope()
      switch code {
      case "app_not_configured": receipt.bundleID = "com.example.other"
      case "environment_not_configured": receipt.environment = "ProductionSandbox"
      case "wrong_app_apple_id": receipt.appAppleID = 1
      case "wrong_app": scope = PostScope(app: "com.example.other")
      case "wrong_environment": scope = PostScope(environment: .sandbox)
      case "receipt_created_in_the_future":
        receipt.creationDate = (TestLedger.now + .seconds(86_401)).milliseconds
      case "receipt_expired": receipt.expirationDate = TestLedger.now.milliseconds
      default: break
      }
      let authority =
        code == "untrusted_receipt_root" ? try ReceiptAuthority() : try LegacyDocuments.authority
      var signed = try authority.sign(receipt)
      if code == "malformed_receipt" { signed.removeLast(40) }
      let answer = try await ledger.legacyIntake(environments: [.production]).transactions.receive(
        Self.post(signed, scope))
      #expect(answer.items.map(\.reason) == [code])
      #expect(answer.state == .rejected && answer.items.allSatisfy { !$0.finish })
      #expect(try await ledger.eventCount() == 0)
    }
  }

  @Test func `a receipt counts until its end, and as a document for ever`() async throws {
    try await TestLedger.with { ledger in
      let intake = try ledger.legacyIntake()
      var receipt = LegacyDocuments.unsignedReceipt(months)
      for (seconds, isPosted) in [(0, false), (1, true)] {
        let end = TestLedger.now + .seconds(seconds)
        receipt.expirationDate = end.milliseconds
        let signed = try LegacyDocuments.authority.sign(receipt)
        let answer = try await intake.transactions.receive(Self.post(signed))
        #expect(answer.state == (isPosted ? .settled : .rejected))
        let ingested = try await intake.documents.ingest(signed)
        #expect(ingested.facts == 3 && ingested.duplicate == isPosted)
      }
    }
  }

  @Test func `a transaction receipt of iOS 6 is believed for its identifiers only`() async throws {
    try await TestLedger.with { ledger in
      let intake = try ledger.legacyIntake()
      let text = Array(TransactionReceipt("2", of: "1").text.utf8)
      let early = try await intake.transactions.receive(Self.post(text))
      #expect(early.items.map(\.reason) == [TransactionReceiptIntake.purchaseUnknown])
      #expect(early.items.map(\.transactionID) == ["2"])
      #expect(try await ledger.eventCount() == 0)

      let signed = TestLedger.transaction("2", chain: "1", from: Self.may, to: Self.june)
      _ = try await intake.notifications.receive(
        notification: ledger.notification("DID_RENEW", signed))
      let answer = try await intake.transactions.receive(Self.post(text))
      #expect(answer.state == .settled)
      #expect(answer.items.map(\.account) == ["anna"])
      #expect(answer.items.map(\.productID) == ["com.example.month"])
      let other = try await intake.transactions.receive(Self.post(text, for: "bert"))
      #expect(other.items.map(\.reason) == ["owned_by_another_account"])
    }
  }

  @Test func `a large receipt is stored whole`() async throws {
    try await TestLedger.with { ledger in
      let purchases = (1...1_000).map { number in
        LegacyDocuments.purchase(
          "\(number)", of: "\(1 + number / 10)", from: Self.april, to: Self.may)
      }
      let answer = try await ledger.legacyIntake().transactions.receive(
        Self.post(try LegacyDocuments.receipt(purchases)))
      #expect(answer.items.count == 1_000)
      #expect(answer.state == .settled)
    }
  }
}
