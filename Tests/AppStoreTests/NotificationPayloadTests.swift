import AppStore
import Testing

struct NotificationPayloadTests {
  private func decode(_ json: String) throws -> NotificationPayload {
    try NotificationPayload(JSONDocument(Array(json.utf8)[...]).object())
  }

  @Test(arguments: [
    "CONSUMPTION_REQUEST", "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_STATUS",
    "DID_FAIL_TO_RENEW", "DID_RENEW", "EXPIRED", "EXTERNAL_PURCHASE_TOKEN", "GRACE_PERIOD_EXPIRED",
    "METADATA_UPDATE", "MIGRATION", "OFFER_REDEEMED", "ONE_TIME_CHARGE", "PRICE_CHANGE",
    "PRICE_INCREASE", "REFUND", "REFUND_DECLINED", "REFUND_REVERSED", "RENEWAL_EXTENDED",
    "RENEWAL_EXTENSION", "RESCIND_CONSENT", "REVOKE", "SUBSCRIBED", "TEST",
  ])
  func `every documented type is known`(word: String) throws {
    let type = try #require(try decode(#"{"notificationType":"\#(word)"}"#).notificationType)
    #expect(NotificationType.documented.contains(type) && type.rawValue == word)
    #expect(NotificationType.documented.count == 23)
  }

  @Test(arguments: [
    "INITIAL_BUY", "RESUBSCRIBE", "UPGRADE", "DOWNGRADE", "AUTO_RENEW_ENABLED",
    "AUTO_RENEW_DISABLED", "VOLUNTARY", "BILLING_RETRY", "PRICE_INCREASE", "PRODUCT_NOT_FOR_SALE",
    "GRACE_PERIOD", "BILLING_RECOVERY", "PENDING", "ACCEPTED", "SUMMARY", "FAILURE", "UNREPORTED",
    "CREATED", "ACTIVE_TOKEN_REMINDER",
  ])
  func `every documented subtype is known`(word: String) throws {
    let subtype = try #require(try decode(#"{"subtype":"\#(word)"}"#).subtype)
    #expect(NotificationSubtype.documented.contains(subtype) && subtype.rawValue == word)
    #expect(NotificationSubtype.documented.count == 19)
  }

  @Test func `words and fields of tomorrow survive`() throws {
    let payload = try decode(
      #"{"notificationType":"SOMETHING_NEW","subtype":"ODD","version":"2.1","novelty":{"a":[1]}}"#)
    #expect(payload.notificationType?.rawValue == "SOMETHING_NEW")
    #expect(payload.subtype?.rawValue == "ODD")
    #expect(payload.bundleId == nil && payload.environment == nil && payload.appAppleId == nil)
  }

  @Test(arguments: ["data", "summary", "appData"])
  func `app and environment come from the object that is present`(object: String) throws {
    let payload = try decode(
      #"{"\#(object)":{"bundleId":"b","environment":"Production","appAppleId":6738924421}}"#)
    #expect(payload.bundleId == "b" && payload.environment == "Production")
    #expect(payload.appAppleId == 6_738_924_421)
  }

  @Test(arguments: [("SANDBOX_1", "Sandbox"), ("b2158121", "Production")])
  func `a token's id tells its environment`(id: String, environment: String) throws {
    let payload = try decode(
      #"{"externalPurchaseToken":{"externalPurchaseId":"\#(id)","bundleId":"b"}}"#)
    #expect(payload.environment == environment && payload.bundleId == "b")
  }

  @Test func `a summary is read whole`() throws {
    let payload = try decode(
      #"""
      {"notificationType":"RENEWAL_EXTENSION","subtype":"SUMMARY",
       "summary":{"requestIdentifier":"r","environment":"Production","bundleId":"b","productId":"p",
        "storefrontCountryCodes":["USA"],
       "succeededCount":5,"failedCount":2}}
      """#)
    #expect(payload.summary?.succeededCount == 5 && payload.summary?.failedCount == 2)
    #expect(payload.summary?.storefrontCountryCodes == ["USA"])
  }
}
