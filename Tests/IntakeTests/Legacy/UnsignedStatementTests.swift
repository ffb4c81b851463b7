import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import TestSupport
import Testing

@testable import Intake

/// The facts of entries that only a notification of version 1 told, or only a receipt.
struct UnsignedStatementTests {
  private static let march = Instant(day: "2026-03-01")
  private static let april = Instant(day: "2026-04-01")
  private static let may = Instant(day: "2026-05-01")
  private static let upgrade = Instant("2026-03-20T10:00:00.000Z")!

  private func facts(_ entries: [[String: Any]]) throws -> [TransactionFact] {
    try translated(LegacyDocuments.notification("DID_RENEW", entries: entries)).transactions
  }

  private func translated(_ body: [UInt8]) throws -> TranslatedNotificationV1 {
    TranslatedNotificationV1(
      try NotificationV1(body), of: TestLedger.bundleID, nil, receivedAt: TestLedger.now)
  }

  private func month(_ further: [String: Any] = [:]) -> [String: Any] {
    LegacyDocuments.entry("1", from: Self.march, to: Self.april, further)
  }

  @Test func `a period asserts its end, no revocation, and nothing about an upgrade`() throws {
    let fact = try #require(try facts([month()]).first)
    #expect(fact.assertion.trust == .sharedSecret)
    #expect(fact.chain == ChainID(.production, "1"))
    #expect(fact.purchase.type == .autoRenewable)
    #expect(fact.purchase.subscriptionGroupID == "group")
    #expect(fact.purchase.ownership == .purchased)
    #expect(fact.purchase.offer == nil)
    #expect(fact.expiresDate == .present(Self.april))
    #expect(fact.revocation == .absent)
    #expect(fact.isUpgraded == nil)
  }

  @Test func `a purchase without an end is of no told kind and has no end to assert`() throws {
    let fact = try #require(
      try facts([LegacyDocuments.entry("1", product: "gems.100", from: Self.march)]).first)
    #expect(fact.purchase.type == .untold)
    #expect(fact.expiresDate == .silent)
  }

  @Test func `no token is taken from a source that Apple did not sign`() throws {
    let token = UUID().uuidString
    let fact = try #require(try facts([month(["app_account_token": token])]).first)
    #expect(fact.purchase.appAccountToken == nil)
  }

  @Test(
    arguments: [
      (["is_trial_period": "true"], Offer(type: 1, discountType: "FREE_TRIAL")),
      (["is_in_intro_offer_period": "true"], Offer(type: 1, discountType: "PAY_AS_YOU_GO")),
      (["promotional_offer_id": "back"], Offer(type: 2, identifier: "back")),
      (
        ["promotional_offer_id": "back", "is_trial_period": "1"],
        Offer(type: 2, identifier: "back", discountType: "FREE_TRIAL")
      ),
      (["offer_code_ref_name": "summer"], Offer(type: 3, identifier: "summer")),
      (["is_trial_period": "false", "is_in_intro_offer_period": "0"], nil),
    ] as [([String: String], Offer?)])
  func `flags and names become an offer`(told: [String: String], offer: Offer?) throws {
    #expect(try facts([month(told)]).first?.purchase.offer == offer)
  }

  @Test func `a cancellation is a revocation with its reason`() throws {
    let canceled = month([
      "cancellation_date_ms": "\(Self.upgrade.milliseconds)", "cancellation_reason": "1",
    ])
    #expect(
      try facts([canceled]).first?.revocation
        == .present(Revocation(date: Self.upgrade, reason: 1)))
  }

  @Test(arguments: [0, 59_999, 60_000, -60_000, 60_001] as [Int64])
  func `a cancellation at the purchase of another product is an upgrade`(distance: Int64) throws {
    let canceled = month(["cancellation_date_ms": "\(Self.upgrade.milliseconds)"])
    let next = LegacyDocuments.entry(
      "2", of: "1", product: "com.example.year",
      from: Instant(milliseconds: Self.upgrade.milliseconds + distance), to: Self.may)
    let fact = try #require(try facts([canceled, next]).first)
    let isUpgrade = distance <= 60_000
    #expect(fact.isUpgraded == (isUpgrade ? true : nil))
    #expect((fact.revocation == .absent) == isUpgrade)
  }

  @Test func `a cancellation is a refund beside another chain, product or time`() throws {
    let moment = "\(Self.upgrade.milliseconds)"
    let canceled = month(["cancellation_date_ms": moment])
    let others = [
      LegacyDocuments.entry(
        "2", of: "9", product: "com.example.year", from: Self.upgrade, to: Self.may),
      LegacyDocuments.entry("2", of: "1", from: Self.upgrade, to: Self.may),
      LegacyDocuments.entry("2", of: "1", product: "gems.100", from: Self.upgrade),
    ]
    for other in others {
      let fact = try #require(try facts([canceled, other]).first)
      #expect(fact.revocation.value?.date == Self.upgrade && fact.isUpgraded == nil)
    }
  }

  @Test func `a period that Apple marked as upgraded is not refunded`() throws {
    let upgraded = month([
      "is_upgraded": "true", "cancellation_date_ms": "\(Self.upgrade.milliseconds)",
    ])
    let fact = try #require(try facts([upgraded]).first)
    #expect(fact.isUpgraded == true && fact.revocation == .absent)
  }

  @Test func `a family share is told as one`() throws {
    let shared = month(["in_app_ownership_type": "FAMILY_SHARED"])
    #expect(try facts([shared]).first?.purchase.ownership == .familyShared)
  }

  @Test(arguments: [
    (SignableReceiptPurchase.Kind.consumable, ProductType.consumable),
    (.nonConsumable, .nonConsumable),
    (.nonRenewing, .nonRenewing), (.autoRenewable, .autoRenewable),
  ])
  func `a receipt tells the kind of a product`(
    kind: SignableReceiptPurchase.Kind, type: ProductType
  ) throws {
    let signed = try LegacyDocuments.receipt([
      LegacyDocuments.purchase("1", kind: kind, from: Self.march)
    ])
    let root = try RootCertificate(fileContents: LegacyDocuments.authority.rootCertificateDER)
    let receipt = try AppReceiptVerifier(roots: [root]).verify(signed, now: TestLedger.now.date)
    let fact = try #require(UnsignedStatement(receipt).facts.first)
    #expect(fact.purchase.type == type)
    #expect(fact.assertion.trust == .receipt)
    #expect(fact.assertion.assertedAt == TestLedger.now)
  }
}
