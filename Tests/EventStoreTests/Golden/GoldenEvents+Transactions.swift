import Foundation
import Ledger
import TestSupport

extension GoldenEvents {
  static let transactions: [String: TransactionFact] = [
    "full": fullTransaction,
    "minimal": transaction(
      "2000000900000012",
      Purchase(
        productID: "com.example.month", type: .autoRenewable,
        purchaseDate: moment("2026-01-02T00:00:00.000Z")),
      expires: .silent, upgraded: nil, revocation: .silent, trust: .sharedSecret),
    "groups asserted as absent": transaction(
      "2000000900000013", in: .sandbox,
      Purchase(
        productID: "com.example.gems.100", type: .consumable,
        purchaseDate: moment("2026-01-03T00:00:00.000Z"), quantity: 3),
      expires: .absent, upgraded: false, revocation: .absent, trust: .signed),
    "revoked without details": transaction(
      "2000000900000014", in: .xcode, familyPurchase, expires: .silent, upgraded: false,
      revocation: .present(Revocation(date: moment("2026-02-04T00:00:00.000Z"))), trust: .receipt),
    "offer of a type alone": transaction(
      "2000000900000015", in: .localTesting, offeredPurchase,
      expires: .present(moment("2026-02-05T00:00:00.000Z")), upgraded: nil, revocation: .absent,
      trust: .signed),
    "commitment in a bundle, and a discount without a type": transaction(
      "2000000900000017", committedPurchase, expires: .present(moment("2026-06-01T00:00:00.000Z")),
      upgraded: false, revocation: .absent, trust: .signed),
    "reason without a percentage": transaction(
      "2000000900000016",
      Purchase(
        productID: "com.example.tomorrow", type: "Tomorrow's Kind",
        purchaseDate: moment("2026-01-06T00:00:00.000Z"), ownership: "TOMORROWS_WAY"),
      expires: .absent, upgraded: true,
      revocation: .present(
        Revocation(date: moment("2026-02-06T00:00:00.000Z"), reason: 0, type: "FAMILY_REVOKE")),
      trust: .signed),
  ]

  static let fullTransaction = transaction(
    "2000000900000011", fullPurchase, expires: .present(moment("2026-02-01T10:20:30.456Z")),
    upgraded: true,
    revocation: .present(
      Revocation(
        date: moment("2026-01-20T11:12:13.014Z"), reason: 1, type: "REFUND_PRORATED",
        percentage: 67_932)),
    trust: .signed)

  private static func transaction(
    _ id: TransactionID, in environment: StoreEnvironment = .production, _ purchase: Purchase,
    expires: Asserted<Instant>, upgraded: Bool?, revocation: Asserted<Revocation>, trust: Trust
  ) -> TransactionFact {
    TransactionFact(
      chain: ChainID(environment, chain.originalTransactionID), transactionID: id,
      purchase: purchase, expiresDate: expires, isUpgraded: upgraded, revocation: revocation,
      trust: trust, assertedAt: moment("2026-01-21T00:00:00.789Z"))
  }

  private static var fullPurchase: Purchase {
    var purchase = Purchase(
      productID: "com.example.month", type: .autoRenewable, subscriptionGroupID: "20000001",
      purchaseDate: moment("2026-01-01T10:20:30.456Z"),
      originalPurchaseDate: moment("2025-12-01T10:20:30.455Z"), quantity: 1,
      ownership: .purchased)
    purchase.reason = "RENEWAL"
    purchase.storefront = "DEU"
    purchase.storefrontID = "143443"
    purchase.price = 9_990
    purchase.currency = "EUR"
    purchase.offer = Offer(
      type: 2, identifier: "winter", discountType: "PAY_AS_YOU_GO", period: "P1M")
    purchase.webOrderLineItemID = "2000000100000001"
    purchase.appAccountToken = uuid("70c3a000-0000-4000-8000-000000000004")
    purchase.appTransactionID = "704000000000000001"
    purchase.previousOriginalTransactionID = "2000000800000001"
    purchase.billingPlanType = "MONTHLY"
    return purchase
  }

  private static var committedPurchase: Purchase {
    var purchase = Purchase(
      productID: "com.example.month", type: .autoRenewable, subscriptionGroupID: "20000001",
      purchaseDate: moment("2026-05-01T00:00:00.000Z"))
    purchase.offer = Offer(type: nil, discountType: "FREE_TRIAL")
    purchase.billingPlanType = "MONTHLY"
    purchase.commitment = Commitment(
      period: 3, of: 12, expiresDate: moment("2027-03-01T00:00:00.000Z"), price: 119_880)
    purchase.bundle = SubscriptionBundle(
      productID: "com.example.bundle", transactionID: "2000000900000018",
      originalTransactionID: "2000000800000003", subscriptionGroupID: "20000009")
    return purchase
  }

  private static var familyPurchase: Purchase {
    var purchase = Purchase(
      productID: "com.example.castle", type: .nonConsumable,
      purchaseDate: moment("2026-01-04T00:00:00.000Z"), ownership: .familyShared)
    purchase.previousOriginalTransactionID = "2000000800000002"
    return purchase
  }

  private static var offeredPurchase: Purchase {
    var purchase = Purchase(
      productID: "com.example.season", type: .nonRenewing,
      purchaseDate: moment("2026-01-05T00:00:00.000Z"))
    purchase.offer = Offer(type: 1)
    purchase.price = 0
    return purchase
  }
}

extension GoldenEvents {
  static let reassertions: [String: LedgerEvent] = [
    "transaction": .chain(
      .transactionObserved(
        fullTransaction.asserted(at: moment("2026-01-25T00:00:00.001Z")))),
    "renewal": .chain(
      .renewalObserved(fullRenewal.asserted(at: moment("2026-01-25T00:00:00.002Z")))),
  ]
}
