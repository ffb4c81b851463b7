import AppStore
import Foundation
import Ledger
import TestSupport
import Testing

@testable import Intake

/// The record and the renewals of a notification of version 1, and the moment of its statements.
struct NotificationV1TranslationTests {
  private static let march = Instant(day: "2026-03-01")
  private static let april = Instant(day: "2026-04-01")
  private static let may = Instant(day: "2026-05-01")

  private func translated(
    _ type: String, chain: String? = "1", entries: [[String: Any]] = [],
    pending: [[String: Any]] = [], _ further: [String: Any] = [:], at now: Instant = TestLedger.now
  ) throws -> TranslatedNotificationV1 {
    let body = try LegacyDocuments.notification(
      type, chain: chain, entries: entries, pending: pending, further)
    return TranslatedNotificationV1(
      try NotificationV1(body), of: TestLedger.bundleID, nil, receivedAt: now)
  }

  private var months: [[String: Any]] {
    [
      LegacyDocuments.entry("2", of: "1", from: Self.april, to: Self.may),
      LegacyDocuments.entry("1", from: Self.march, to: Self.april),
    ]
  }

  @Test func `the record names the chain and its newest transaction`() throws {
    let record = try translated("DID_RENEW", entries: months).notification
    #expect(record.chain == ChainID(.production, "1"))
    #expect(record.transactionID == "2")
    #expect(record.notificationType == "DID_RENEW")
    #expect(record.trust == .sharedSecret)
    #expect(record.signedDate == Self.april)
  }

  @Test func `the only chain of the entries is the notification's, and of two there is none`()
    throws
  {
    #expect(
      try translated("DID_RENEW", chain: nil, entries: months).notification.chain
        == ChainID(.production, "1"))
    let other = LegacyDocuments.entry("7", product: "com.example.radio", from: Self.march)
    let both = try translated("DID_RENEW", chain: nil, entries: months + [other])
    #expect(both.notification.chain == nil)
    #expect(Set(both.transactions.map(\.chain.originalTransactionID)) == ["1", "7"])
  }

  @Test func `a change of the setting is dated by the change`() throws {
    let changed = Instant("2026-04-12T08:00:00.000Z")!
    let told = try translated(
      "DID_CHANGE_RENEWAL_STATUS", entries: months,
      pending: [LegacyDocuments.pending("1", renews: false)],
      ["auto_renew_status_change_date_ms": "\(changed.milliseconds)"])
    let renewal = try #require(told.renewals.first)
    #expect(renewal.assertion.assertedAt == changed)
    #expect(renewal.plan.autoRenew == false)
    #expect(renewal.gracePeriodExpiresDate == .absent)
    #expect(renewal.isInBillingRetry == .silent)
    #expect(renewal.expirationIntent == .absent)
    #expect(renewal.assertion.trust == .sharedSecret)
  }

  @Test func `a failed renewal failed at the end of its period`() throws {
    let grace = Instant("2026-05-17T00:00:00.000Z")!
    let told = try translated(
      "DID_FAIL_TO_RENEW", entries: months,
      pending: [
        LegacyDocuments.pending(
          "1",
          [
            "is_in_billing_retry_period": "1", "expiration_intent": "2",
            "grace_period_expires_date_ms": "\(grace.milliseconds)",
          ])
      ])
    let renewal = try #require(told.renewals.first)
    #expect(renewal.assertion.assertedAt == Self.may)
    #expect(renewal.isInBillingRetry == .present(true))
    #expect(renewal.expirationIntent == .present(2))
    #expect(renewal.gracePeriodExpiresDate == .present(grace))
  }

  @Test func `a date more than a day ahead is not believed, and without any the arrival counts`()
    throws
  {
    let early = Instant("2026-03-30T12:00:00.000Z")!
    #expect(
      try translated("DID_RENEW", entries: months, at: early).notification.signedDate
        == Self.march)
    #expect(
      try translated("DID_RENEW", entries: months, at: early + .seconds(43_200)).notification
        .signedDate == Self.april)
    #expect(try translated("OF_TOMORROW", at: early).notification.signedDate == early)
  }

  /// The form of 2019: one object instead of an array, the end as milliseconds, the refund beside it.
  @Test(arguments: [nil, "33"])
  func `a refund of the old form stands beside its entry`(item: String?) throws {
    let refunded = Instant("2026-04-10T00:00:00.000Z")!
    var entry: [String: Any] = [
      "original_transaction_id": "1", "transaction_id": "2", "product_id": "com.example.month",
      "purchase_date_ms": "\(Self.april.milliseconds)",
      "expires_date": "\(Self.may.milliseconds)", "web_order_line_item_id": "33",
      "bid": TestLedger.bundleID.rawValue,
    ]
    entry["quantity"] = 1
    var body: [String: Any] = [
      "notification_type": "CANCEL", "environment": "PROD",
      "password": LegacyDocuments.secretText, "latest_expired_receipt_info": entry,
      "auto_renew_status": "false", "auto_renew_product_id": "com.example.month",
      "cancellation_date_ms": "\(refunded.milliseconds)",
    ]
    body["web_order_line_item_id"] = item
    let told = TranslatedNotificationV1(
      try NotificationV1(try LegacyDocuments.json(body)), of: TestLedger.bundleID, nil,
      receivedAt: TestLedger.now)
    let fact = try #require(told.transactions.first)
    #expect(fact.revocation == .present(Revocation(date: refunded)))
    #expect(fact.assertion.assertedAt == refunded)
    #expect(fact.purchase.webOrderLineItemID == "33")
    let renewal = try #require(told.renewals.first)
    #expect(renewal.plan.autoRenew == false)
    #expect(renewal.gracePeriodExpiresDate == .silent && renewal.expirationIntent == .silent)
  }

  @Test(arguments: [("44", true), (nil, false)] as [(String?, Bool)])
  func `a refund of another period does not take the one beside it`(
    item: String?, isAnother: Bool
  ) throws {
    var entry = LegacyDocuments.entry("1", from: Self.april, to: Self.may)
    entry["web_order_line_item_id"] = item
    let body: [String: Any] = [
      "notification_type": "CANCEL", "environment": "PROD",
      "password": LegacyDocuments.secretText, "latest_expired_receipt_info": entry,
      "cancellation_date_ms": "\(Self.april.milliseconds + 1)", "web_order_line_item_id": "33",
    ]
    let told = TranslatedNotificationV1(
      try NotificationV1(try LegacyDocuments.json(body)), of: TestLedger.bundleID, nil,
      receivedAt: TestLedger.now)
    let fact = try #require(told.transactions.first)
    #expect((fact.revocation.value == nil) == isAnother)
  }

  @Test func `a first purchase that names a cancellation beside no entry asserts nothing`() throws {
    let told = try translated(
      "INITIAL_BUY", chain: nil, ["cancellation_date_ms": "\(Self.march.milliseconds)"])
    #expect(told.transactions.isEmpty && told.renewals.isEmpty)
  }

  @Test func `two subscriptions in one body are two chains with a renewal each`() throws {
    let radio = LegacyDocuments.entry(
      "7", product: "com.example.radio", from: Self.march, to: Self.april,
      ["subscription_group_identifier": "radio"])
    let told = try translated(
      "DID_RENEW", entries: months + [radio],
      pending: [
        LegacyDocuments.pending("1"),
        LegacyDocuments.pending("7", product: "com.example.radio", renews: false),
      ])
    #expect(told.transactions.map(\.purchase.subscriptionGroupID) == ["group", "group", "radio"])
    #expect(
      told.renewals.map(\.chain.originalTransactionID) == ["1", "7"]
        && told.renewals.map(\.plan.autoRenew) == [true, false])
  }
}
