import AppStore
import Testing

struct VerifyReceiptAnswerTests {
  private func answer(_ text: String) throws -> VerifyReceiptAnswer {
    try VerifyReceiptAnswer(Array(text.utf8))
  }

  private func error(of text: String) -> LegacyDocumentError? {
    do throws(LegacyDocumentError) {
      _ = try VerifyReceiptAnswer(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  /// An answer with the members of `receipt` and of the answer itself.
  private static func valid(_ receipt: String, _ members: String...) -> String {
    "{\((["\"status\":0", "\"receipt\":{\(receipt)}"] + members).joined(separator: ","))}"
  }

  @Test(
    arguments: [
      (0, .valid), (21000, .configuration), (21001, .retry), (21002, .retry), (21003, .never),
      (21004, .configuration), (21005, .retry), (21006, .validButExpired), (21007, .sandbox),
      (21008, .production), (21009, .retry), (21010, .accountGone), (21011, .retry),
      (21099, .retry), (21100, .never), (21199, .never), (21200, .retry), (-1, .retry), (1, .retry),
    ] as [(Int32, VerifyReceiptVerdict)])
  func `a status has a verdict`(status: Int32, verdict: VerifyReceiptVerdict) throws {
    let answer = try answer(#"{"status":\#(status),"receipt":{}}"#)
    #expect(answer.status == status && answer.verdict == verdict)
    #expect(verdict.isValid == [0, 21006].contains(status))
  }

  @Test(arguments: [
    (21100, "true", VerifyReceiptVerdict.retry), (21199, "1", .retry), (21150, #""true""#, .retry),
    (21150, #""1""#, .retry), (21100, "false", .never), (21100, "0", .never), (21003, "1", .never),
    (21005, "0", .retry),
  ])
  func `internal errors are repeated if Apple says so`(
    status: Int, json: String, verdict: VerifyReceiptVerdict
  ) throws {
    let answer = try answer(#"{"status":\#(status),"is_retryable":\#(json)}"#)
    #expect(answer.verdict == verdict)
  }

  @Test func `an answer about a receipt of the app is read`() throws {
    let answer = try answer(
      Self.valid(
        #"""
        "receipt_type": "ProductionSandbox", "adam_id": 0, "app_item_id": 11202513425662,
        "bundle_id": "com.example.game", "application_version": 12,
        "original_application_version": "1.0", "in_app": [],
        "receipt_creation_date": "2013-08-01 07:00:00 Etc/GMT",
        "original_purchase_date_pst": "2013-08-01 00:00:00 America/Los_Angeles",
        "request_date_ms": 1432485078143
        """#,
        #""environment":"Sandbox","latest_receipt":"\#(LegacyBody.receipt)""#,
        #""latest_receipt_info":[\#(LegacyBody.entry)],"is_retryable":false"#,
        #""pending_renewal_info":[{"original_transaction_id":7,"auto_renew_status":"0"}]"#))
    let receipt = try #require(answer.receipt)
    #expect(answer.verdict == .valid && answer.environment == .sandbox)
    #expect(answer.isRetryable == false && answer.latestReceipt == LegacyBody.receipt)
    #expect(receipt.receiptType == "ProductionSandbox" && receipt.bundleID == "com.example.game")
    #expect(receipt.adamID == "0" && receipt.appItemID == "11202513425662")
    #expect(receipt.applicationVersion == "12" && receipt.originalApplicationVersion == "1.0")
    #expect(receipt.originalPurchaseDate == 1_375_340_400_000)
    #expect(receipt.receiptCreationDate == 1_375_340_400_000)
    #expect(receipt.requestDate == 1_432_485_078_143 && receipt.inApp == [])
    #expect(answer.latestReceiptInfo.map(\.transactionID) == ["320000700000002"])
    #expect(answer.entries == answer.latestReceiptInfo)
    #expect(answer.pendingRenewals.map(\.originalTransactionID) == ["7"])
    #expect(answer.pendingRenewals.map(\.autoRenewStatus) == [false])
  }

  @Test func `both lists together have one entry per transaction`() throws {
    let answer = try answer(
      Self.valid(
        #"""
        "in_app": [
          {"product_id": "gems", "transaction_id": "1", "purchase_date_ms": "10"},
          {
            "product_id": "old", "transaction_id": "320000700000002", "quantity": "3",
            "purchase_date_ms": "10", "expires_date_ms": "20", "cancellation_date_ms": "15",
            "promotional_offer_id": "back"
          }
        ]
        """#,
        #""latest_receipt_info":[\#(LegacyBody.entry)]"#))
    #expect(answer.entries.map(\.transactionID) == ["320000700000002", "1"])
    let entry = try #require(answer.entries.first)
    #expect(entry.productID == "com.example.game.pro.monthly" && entry.quantity == 1)
    #expect(entry.purchaseDate == 1_625_133_600_000 && entry.expiresDate == 1_627_812_000_000)
    #expect(entry.cancellationDate == 15 && entry.promotionalOfferID == "back")
    #expect(answer.receipt?.inApp.map(\.transactionID) == ["1", "320000700000002"])
  }

  @Test(arguments: [(0, "latest_receipt"), (21006, "latest_expired_receipt")])
  func `an answer about a transaction receipt of iOS 6 is read`(
    status: Int, name: String
  ) throws {
    let answer = try answer(
      #"{"status":\#(status),"receipt":\#(LegacyBody.olderEntry),"#
        + #""\#(name)_info":\#(LegacyBody.entry),"\#(name)":"\#(LegacyBody.receipt)","#
        + #""auto_renew_status":0,"auto_renew_product_id":"next","expiration_intent":"1","#
        + #""is_in_billing_retry_period":"0"}"#)
    #expect(answer.verdict.isValid && answer.environment == nil)
    let receipt = try #require(answer.receipt)
    #expect(receipt.bundleID == "com.example.game" && receipt.receiptType == nil)
    #expect(receipt.applicationVersion == "12" && receipt.originalPurchaseDate == nil)
    #expect(receipt.inApp.map(\.transactionID) == ["320000700000002"])
    #expect(receipt.inApp.first?.expiresDate == 1_627_812_000_000)
    #expect(answer.entries.count == 1 && answer.entries.first?.ownershipType == "PURCHASED")
    #expect(answer.latestReceipt == LegacyBody.receipt)
    let renewal = try #require(answer.pendingRenewals.first)
    #expect(renewal.originalTransactionID == "320000700000001" && renewal.autoRenewStatus == false)
    #expect(renewal.productID == "com.example.game.pro.monthly" && renewal.expirationIntent == 1)
    #expect(renewal.autoRenewProductID == "next" && renewal.isInBillingRetryPeriod == false)
  }

  @Test(
    arguments: [
      ("", "Production", .production), ("", "Sandbox", .sandbox), ("Production", "", .production),
      ("ProductionVPP", "", .production), ("ProductionSandbox", "", .sandbox),
      ("ProductionVPPSandbox", "", .sandbox), ("Sandbox", "Sandbox", .sandbox), ("", "", nil),
      ("ProductionVPP", "Production", .production),
    ] as [(String, String, ServerAPIEnvironment?)])
  func `an environment is named by the answer or by the type of the receipt`(
    type: String, name: String, environment: ServerAPIEnvironment?
  ) throws {
    let text = Self.valid(#""receipt_type":"\#(type)""#, #""environment":"\#(name)""#)
    #expect(try answer(text).environment == environment)
  }

  @Test(arguments: [
    ("ProductionSandbox", "Production"), ("ProductionVPPSandbox", "Production"),
    ("Sandbox", "Production"), ("Production", "Sandbox"),
  ])
  func `an answer that names both environments is rejected`(type: String, name: String) {
    let text = Self.valid(#""receipt_type":"\#(type)""#, #""environment":"\#(name)""#)
    #expect(
      error(of: text) == .contradiction(fields: ["environment", "receipt.receipt_type"]))
  }

  @Test(
    arguments: [
      (valid(#""receipt_type":"Xcode""#), .unreadable(field: "receipt.receipt_type")),
      (valid("", #""environment":"Xcode""#), .unreadable(field: "environment")),
      (#"{"status":0}"#, .missing(field: "receipt")), ("{}", .missing(field: "status")),
      (#"{"status":"ok"}"#, .unreadable(field: "status")), ("[]", .malformed(offset: 0)),
      ("<html>", .malformed(offset: 0)),
      (
        valid(#""bundle_id":"a","bid":"b""#),
        .contradiction(fields: ["receipt.bundle_id", "receipt.bid"])
      ),
      (
        valid(#""bundle_id":"a""#, #""latest_receipt_info":{"bid":"b"}"#),
        .contradiction(fields: ["receipt.bundle_id", "latest_receipt_info.bid"])
      ),
      (
        valid(#""in_app":[{"product_id":"p"}]"#),
        .missing(field: "receipt.in_app[0].transaction_id")
      ),
    ] as [(String, LegacyDocumentError)])
  func `an answer that Apple does not give is rejected`(text: String, error: LegacyDocumentError) {
    #expect(self.error(of: text) == error)
  }

  @Test func `an answer about an invalid receipt says nothing else`() throws {
    let answer = try answer(
      #"{"status":21003,"environment":"Production","latest_receipt":"eA==","receipt":7,"#
        + #""latest_receipt_info":[\#(LegacyBody.entry)]}"#)
    #expect(answer.verdict == .never && answer.receipt == nil && answer.environment == nil)
    #expect(answer.entries == [] && answer.latestReceipt == nil)
  }
}
