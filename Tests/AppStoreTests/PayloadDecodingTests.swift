import AppStore
import AppStoreSimulator
import Foundation
import JSONBytes
import Testing

struct PayloadDecodingTests {
  private func decode<P: AppleSigned>(_ json: String, as: P.Type = P.self) throws -> P {
    try P(JSONDocument(Array(json.utf8)[...]).object())
  }

  @Test(
    arguments: [
      ("1697679936049", 1_697_679_936_049), ("1697679936049.7297", 1_697_679_936_049),
      ("1697679936049.0", 1_697_679_936_049), ("-62135769600000", -62_135_769_600_000),
      ("-1.9", -1), ("1.697679936049e12", 1_697_679_936_049), ("0", 0),
    ] as [(String, Int64)])
  func `moments are whole, fractional or negative`(text: String, expected: Int64) throws {
    let payload = try decode(#"{"purchaseDate":\#(text)}"#, as: TransactionPayload.self)
    #expect(payload.purchaseDate == Timestamp(milliseconds: expected))
  }

  @Test func `a moment beyond all time is rejected`() {
    #expect(throws: JSONError.unexpectedValue(field: "purchaseDate")) {
      try decode(#"{"purchaseDate":1e30}"#, as: TransactionPayload.self)
    }
  }

  @Test func `an empty or null-valued payload decodes`() throws {
    let empty = try decode("{}", as: TransactionPayload.self)
    #expect(
      try decode(#"{"price":null,"purchaseDate":null}"#, as: TransactionPayload.self) == empty)
    #expect(try decode("{}", as: RenewalPayload.self).signingTime == nil)
    #expect(try decode("{}", as: AppTransactionPayload.self).signingTime == nil)
  }

  @Test func `a transaction made in Xcode decodes`() throws {
    let payload = try decode(
      #"""
      {"transactionId":"0","originalTransactionId":"0","webOrderLineItemId":"0","quantity":1,
       "purchaseDate":1697679936049.7297,"originalPurchaseDate":1697679936056.4850,
       "deviceVerification":"dGVzdA==","deviceVerificationNonce":"48ccfa42","environment":"Xcode",
       "isUpgraded":false,"subscriptionGroupIdentifier":"6F3A93AB","storefront":"USA"}
      """#, as: TransactionPayload.self)
    #expect(payload.isUpgraded == false && payload.environment == "Xcode")
    #expect(payload.originalPurchaseDate == 1_697_679_936_056)
  }

  @Test func `every field that is signed of a transaction is read`() throws {
    var signable = SignableTransaction.month()
    signable.revocationDate = 1
    signable.revocationReason = 1
    signable.revocationType = "REFUND_PRORATED"
    signable.revocationPercentage = 67_932
    signable.billingPlanType = "MONTHLY"
    signable.commitmentInfo = .init(
      billingPeriodNumber: 3, commitmentExpiresDate: 9, commitmentPrice: 59_880)
    signable.previousOriginalTransactionId = "7"
    let json = String(decoding: try JSONEncoder().encode(signable), as: UTF8.self)
    let payload = try decode(json, as: TransactionPayload.self)
    #expect(payload.price == 4_990 && payload.currency == "USD" && payload.quantity == 1)
    #expect(payload.revocationDate == 1 && payload.revocationReason == 1)
    #expect(payload.revocationType == "REFUND_PRORATED" && payload.revocationPercentage == 67_932)
    #expect(payload.commitmentInfo?.billingPeriodNumber == 3)
    #expect(payload.commitmentInfo?.totalBillingPeriods == 12)
    #expect(payload.commitmentInfo?.commitmentExpiresDate == 9)
    #expect(payload.commitmentInfo?.commitmentPrice == 59_880)
    #expect(payload.previousOriginalTransactionId == "7" && payload.billingPlanType == "MONTHLY")
    #expect(payload.signingTime == Timestamp(milliseconds: nowMilliseconds))
  }

  @Test func `a renewal's commitment and offers are read`() throws {
    var signable = SignableRenewal(
      originalTransactionId: "1", productId: "p", renewalDate: 5, signedDate: 6)
    signable.eligibleWinBackOfferIds = ["best", "second"]
    signable.commitmentInfo = .init(
      commitmentAutoRenewProductId: "q", commitmentRenewalDate: 8, commitmentRenewalPrice: 9)
    let json = String(decoding: try JSONEncoder().encode(signable), as: UTF8.self)
    let payload = try decode(json, as: RenewalPayload.self)
    #expect(payload.autoRenewStatus == 1 && payload.renewalDate == 5)
    #expect(payload.eligibleWinBackOfferIds == ["best", "second"])
    #expect(payload.commitmentInfo?.commitmentAutoRenewProductId == "q")
    #expect(payload.commitmentInfo?.commitmentRenewalPrice == 9)
  }

  @Test(
    arguments: [
      (#"{"notificationType":"X","signedDate":1}"#, .notification),
      (#"{"transactionId":"1","originalTransactionId":"1"}"#, .transaction),
      (#"{"originalTransactionId":"1","autoRenewStatus":0}"#, .renewal),
      (#"{"receiptType":"Sandbox","bundleId":"b"}"#, .appTransaction),
      (#"{"bundleId":"b"}"#, nil), ("[]", nil), ("", nil),
    ] as [(String, PayloadKind?)])
  func `the kind of a payload is seen by its fields`(json: String, kind: PayloadKind?) throws {
    let payload = json.isEmpty ? "=" : Base64URL.encode(json.utf8)
    #expect(try PayloadKind.detect(SignedPayload("e30.\(payload).AA")) == kind)
  }
}
