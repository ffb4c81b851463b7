import AppStore
import Testing

struct NotificationV1Tests {
  @Test func `the modern form is read`() throws {
    let notification = try NotificationV1(
      Array(
        """
        {
          "notification_type": "DID_FAIL_TO_RENEW", "environment": "PROD",
          "password": "\(LegacyBody.secret)", "bid": "com.example.game", "bvrs": "12",
          "auto_renew_product_id": "com.example.game.pro.yearly", "auto_renew_status": "true",
          "auto_renew_status_change_date_ms": "1627900000000", "expiration_intent": 2,
          "original_transaction_id": 320000700000001,
          "deprecation": "Mon, 5 Jun 2023 00:00:00 GMT",
          "unified_receipt": {
            "status": 0, "environment": "Production", "latest_receipt": "\(LegacyBody.receipt)",
            "latest_receipt_info": [\(LegacyBody.entry)],
            "pending_renewal_info": [{
              "original_transaction_id": "320000700000001",
              "product_id": "com.example.game.pro.monthly",
              "auto_renew_product_id": "com.example.game.pro.yearly", "auto_renew_status": "1",
              "expiration_intent": "2", "is_in_billing_retry_period": "1",
              "grace_period_expires_date": "2021-08-17 10:00:00 Etc/GMT",
              "price_consent_status": "0", "offer_code_ref_name": "summer",
              "promotional_offer_id": "back"
            }]
          }
        }
        """.utf8))
    #expect(notification.notificationType == .didFailToRenew)
    #expect(notification.environment == .production)
    #expect(notification.bundleID == "com.example.game")
    #expect(notification.autoRenewProductID == "com.example.game.pro.yearly")
    #expect(notification.autoRenewStatus == true)
    #expect(notification.autoRenewStatusChangeDate == 1_627_900_000_000)
    #expect(notification.expirationIntent == 2)
    #expect(notification.originalTransactionID == "320000700000001")
    #expect(notification.latestReceipt == LegacyBody.receipt)
    #expect(notification.latestReceiptBytes == Array("receipt".utf8))
    #expect(notification.eventDates.max() == 1_627_900_000_000)

    let entry = try #require(notification.entries.first)
    #expect(notification.entries.count == 1)
    #expect(entry.quantity == 1 && entry.productID == "com.example.game.pro.monthly")
    #expect(entry.transactionID == "320000700000002")
    #expect(entry.originalTransactionID == "320000700000001")
    #expect(entry.purchaseDate == 1_625_133_600_000)
    #expect(entry.originalPurchaseDate == 1_622_541_601_000)
    #expect(entry.expiresDate == 1_627_812_000_000 && entry.cancellationDate == nil)
    #expect(entry.webOrderLineItemID == "320000300000009")
    #expect(entry.isTrial == false && entry.isIntroductory == true && entry.isUpgraded == nil)
    #expect(entry.ownershipType == "PURCHASED")
    #expect(entry.subscriptionGroupIdentifier == "20900001")

    let renewal = try #require(notification.pendingRenewals.first)
    #expect(notification.pendingRenewals.count == 1)
    #expect(renewal.originalTransactionID == "320000700000001")
    #expect(renewal.productID == "com.example.game.pro.monthly")
    #expect(renewal.autoRenewProductID == "com.example.game.pro.yearly")
    #expect(renewal.autoRenewStatus == true && renewal.expirationIntent == 2)
    #expect(renewal.isInBillingRetryPeriod == true && renewal.priceIncreaseStatus == 0)
    #expect(renewal.gracePeriodExpiresDate == 1_629_194_400_000)
    #expect(renewal.offerCodeRefName == "summer" && renewal.promotionalOfferID == "back")
  }

  @Test func `the form from before 2021 is read`() throws {
    let notification = try NotificationV1(
      LegacyBody.notification(
        type: "CANCEL", environment: #""Sandbox""#, #""latest_receipt_info":{}"#,
        #""latest_expired_receipt_info":\#(LegacyBody.olderEntry)"#,
        #""latest_expired_receipt":"\#(LegacyBody.receipt)","auto_renew_status":"false""#,
        #""cancellation_date":"2021-07-20 10:00:00 Etc/GMT","auto_renew_status_change_date":"""#,
        #""web_order_line_item_id":"320000300000009","product_id":"p","pending_renewal_info":[]"#))
    #expect(notification.notificationType == .cancel && notification.environment == .sandbox)
    #expect(notification.bundleID == "com.example.game")
    #expect(notification.cancellationDate == 1_626_775_200_000)
    #expect(notification.eventDates.max() == 1_626_775_200_000)
    #expect(notification.autoRenewStatus == false)
    #expect(notification.autoRenewStatusChangeDate == nil)
    #expect(notification.webOrderLineItemID == "320000300000009")
    #expect(notification.productID == "p" && notification.pendingRenewals == [])
    #expect(notification.latestReceiptBytes == Array("receipt".utf8))
    let modern = try #require(try NotificationV1(LegacyBody.unified()).entries.first)
    let older = try #require(notification.entries.first)
    #expect(older.ownershipType == nil && modern.ownershipType == "PURCHASED")
    #expect(older.purchaseDate == modern.purchaseDate && older.expiresDate == modern.expiresDate)
    #expect(older.originalPurchaseDate == modern.originalPurchaseDate)
    #expect(older.transactionID == modern.transactionID)
    #expect(older.webOrderLineItemID == modern.webOrderLineItemID)
    #expect(older.isIntroductory == true && older.isTrial == false)
  }

  @Test(arguments: [
    ("CANCEL", NotificationTypeV1.cancel), ("CONSUMPTION_REQUEST", .consumptionRequest),
    ("DID_CHANGE_RENEWAL_PREF", .didChangeRenewalPref),
    ("DID_CHANGE_RENEWAL_STATUS", .didChangeRenewalStatus),
    ("DID_FAIL_TO_RENEW", .didFailToRenew), ("DID_RECOVER", .didRecover),
    ("DID_RENEW", .didRenew), ("INITIAL_BUY", .initialBuy),
    ("INTERACTIVE_RENEWAL", .interactiveRenewal),
    ("PRICE_INCREASE_CONSENT", .priceIncreaseConsent), ("REFUND", .refund),
    ("RENEWAL", .renewal), ("REVOKE", .revoke),
  ])
  func `every type is known by Apple's name`(name: String, type: NotificationTypeV1) throws {
    let notification = try NotificationV1(LegacyBody.notification(type: name))
    #expect(notification.notificationType == type)
    #expect(NotificationTypeV1.documented.contains(type))
    #expect(NotificationTypeV1.documented.count == 13)
  }

  @Test func `an unknown type is kept as received`() throws {
    let notification = try NotificationV1(LegacyBody.notification(type: "PARTY"))
    #expect(notification.notificationType.rawValue == "PARTY")
    #expect(!NotificationTypeV1.documented.contains(notification.notificationType))
  }

  @Test(arguments: [
    (#""PROD""#, "", ServerAPIEnvironment.production), (#""Production""#, "", .production),
    (#""Sandbox""#, "", .sandbox), (#""""#, #""Sandbox""#, .sandbox),
    ("null", #""Production""#, .production), (#""PROD""#, #""Production""#, .production),
  ])
  func `an environment has one of two names`(
    outer: String, inner: String, environment: ServerAPIEnvironment
  ) throws {
    let unified = inner.isEmpty ? "{}" : #"{"environment":\#(inner)}"#
    let body = LegacyBody.notification(environment: outer, #""unified_receipt":\#(unified)"#)
    #expect(try NotificationV1(body).environment == environment)
  }

  @Test(
    arguments: [
      (#""PROD""#, #""Sandbox""#, .contradiction(fields: both)),
      (#""Sandbox""#, #""Production""#, .contradiction(fields: both)),
      (#""Xcode""#, #""Production""#, .unreadable(field: "environment")),
      (#""PROD""#, #""PRO""#, .unreadable(field: "unified_receipt.environment")),
      ("null", #""""#, .missing(field: "environment")),
    ] as [(String, String, LegacyDocumentError)])
  func `a contradictory, unknown or missing environment is rejected`(
    outer: String, inner: String, error: LegacyDocumentError
  ) {
    let unified = #""unified_receipt":{"environment":\#(inner)}"#
    let body = LegacyBody.notification(environment: outer, unified)
    #expect(LegacyBody.error(of: body) == error)
  }

  private static let both = ["environment", "unified_receipt.environment"]

  @Test func `two apps in one notification are rejected`() {
    let body = LegacyBody.unified(
      LegacyBody.olderEntry, #""latest_receipt_info":{"bid":"com.example.other"}"#)
    let field = "latest_receipt_info.bid"
    #expect(LegacyBody.error(of: body) == .contradiction(fields: ["bid", field]))
  }

  @Test func `a transaction told twice is one entry, and the modern form wins`() throws {
    let older = LegacyBody.olderEntry.replacing(
      #""quantity": 1"#, with: #""quantity": 2, "cancellation_date_ms": "1626000000000""#)
    let notification = try NotificationV1(
      LegacyBody.unified(LegacyBody.entry, #""latest_receipt_info":\#(older)"#))
    let entry = try #require(notification.entries.first)
    #expect(notification.entries.count == 1 && entry.quantity == 1)
    #expect(entry.cancellationDate == 1_626_000_000_000 && entry.ownershipType == "PURCHASED")
  }

  @Test func `details hold Apple's words beside the transactions`() throws {
    let long = String(repeating: "x", count: 1_024)
    let notification = try NotificationV1(
      LegacyBody.notification(
        #""password":"\#(LegacyBody.secret)","bvrs":"\#(long)","auto_renew_status":true"#,
        #""expiration_intent":1,"deprecation":"soon","cancellation_reason":"","extra":"x""#,
        #""auto_renew_adam_id":"\#(long)x","cancellation_date_ms":"","original_transaction_id":7"#,
        #""unified_receipt":{"status":21010}"#))
    #expect(
      notification.details == [
        "bvrs": long, "auto_renew_status": "true", "expiration_intent": "1",
        "deprecation": "soon", "unified_receipt.status": "21010", "original_transaction_id": "7",
      ])
    #expect(notification.eventDates.max() == nil && notification.entries == [])
  }

  @Test(arguments: [
    (#""...""#, nil), (#""""#, nil), ("null", nil), (#""cmVj\r\nZWlwdA==\n""#, "receipt"),
  ])
  func `a receipt in Base64 may have line breaks`(json: String, text: String?) throws {
    let notification = try NotificationV1(
      LegacyBody.notification(#""latest_receipt":\#(json)"#))
    #expect(notification.latestReceiptBytes == text.map { Array($0.utf8) })
  }

  @Test func `five thousand entries are read, and not one more`() throws {
    func body(_ count: Int) -> [UInt8] {
      let entries = (0..<count).map {
        #"{"product_id":"p","transaction_id":\#($0),"purchase_date_ms":1}"#
      }
      return LegacyBody.unified(entries.joined(separator: ","))
    }
    #expect(try NotificationV1(body(5_000)).entries.count == 5_000)
    #expect(
      LegacyBody.error(of: body(5_001))
        == .tooMany(field: "unified_receipt.latest_receipt_info", max: 5_000))
  }
}
