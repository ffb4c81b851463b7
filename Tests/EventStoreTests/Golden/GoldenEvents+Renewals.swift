import Foundation
import Ledger

extension GoldenEvents {
  static let renewals: [String: RenewalFact] = [
    "full": fullRenewal,
    "minimal": renewal(
      RenewalPlan(productID: "com.example.month"), grace: .silent, retry: .silent, intent: .silent,
      increase: .silent, offer: .silent, trust: .sharedSecret),
    "groups asserted as absent": renewal(
      RenewalPlan(productID: "com.example.month", autoRenew: false), grace: .absent,
      retry: .absent, intent: .absent, increase: .absent, offer: .absent, trust: .signed),
    "no retry and a start": renewal(
      startedPlan, grace: .absent, retry: .present(false), intent: .silent, increase: .present(0),
      offer: .present(Offer(type: 1)), trust: .receipt),
    "after a commitment": renewal(
      committedPlan, grace: .absent, retry: .absent, intent: .absent, increase: .absent,
      offer: .absent, trust: .signed),
    "one offer to win back": renewal(
      wonBackPlan, grace: .silent, retry: .absent, intent: .present(1), increase: .absent,
      offer: .silent, trust: .signed),
    "with a status": renewalWithStatus,
  ]

  /// A renewal with a status beside it.
  private static let renewalWithStatus = RenewalFact(
    chain: chain,
    plan: RenewalPlan(
      productID: "com.example.month", autoRenew: true,
      renewalDate: moment("2026-02-01T10:20:30.456Z")),
    gracePeriodExpiresDate: .absent, isInBillingRetry: .present(true),
    expirationIntent: .present(2), priceIncreaseStatus: .absent, nextOffer: .absent,
    status: .grace, trust: .signed, assertedAt: moment("2026-02-01T10:20:31.456Z"))

  static let fullRenewal = renewal(
    fullPlan, grace: .present(moment("2026-02-17T10:20:30.456Z")), retry: .present(true),
    intent: .present(2), increase: .present(1),
    offer: .present(
      Offer(type: 4, identifier: "come-back", discountType: "PAY_UP_FRONT", period: "P3M")),
    trust: .signed)

  private static func renewal(
    _ plan: RenewalPlan, grace: Asserted<Instant>, retry: Asserted<Bool>, intent: Asserted<Int32>,
    increase: Asserted<Int32>, offer: Asserted<Offer>, trust: Trust
  ) -> RenewalFact {
    RenewalFact(
      chain: chain, plan: plan, gracePeriodExpiresDate: grace, isInBillingRetry: retry,
      expirationIntent: intent, priceIncreaseStatus: increase, nextOffer: offer, trust: trust,
      assertedAt: moment("2026-01-22T00:00:00.790Z"))
  }

  private static var fullPlan: RenewalPlan {
    var plan = RenewalPlan(
      productID: "com.example.month", autoRenewProductID: "com.example.year", autoRenew: true,
      renewalDate: moment("2026-02-01T10:20:30.456Z"))
    plan.renewalPrice = 99_990
    plan.currency = "EUR"
    plan.appAccountToken = uuid("70c3a000-0000-4000-8000-000000000004")
    plan.appTransactionID = "704000000000000001"
    plan.recentSubscriptionStartDate = moment("2025-12-01T10:20:30.455Z")
    plan.renewalBillingPlanType = "MONTHLY"
    plan.eligibleWinBackOfferIDs = ["second", "first"]
    return plan
  }

  private static var startedPlan: RenewalPlan {
    var plan = RenewalPlan(productID: "com.example.month")
    plan.recentSubscriptionStartDate = moment("2025-12-01T10:20:30.455Z")
    return plan
  }

  private static var committedPlan: RenewalPlan {
    var plan = RenewalPlan(productID: "com.example.month", autoRenew: false)
    plan.commitment = CommitmentRenewal(
      productID: "com.example.month", autoRenew: false, billingPlanType: "MONTHLY",
      renewalDate: moment("2027-03-01T00:00:00.000Z"), price: 9_990)
    return plan
  }

  private static var wonBackPlan: RenewalPlan {
    var plan = RenewalPlan(productID: "com.example.month", autoRenew: false)
    plan.eligibleWinBackOfferIDs = ["first"]
    return plan
  }
}

extension GoldenEvents {
  static let notifications: [String: ReceivedNotification] = [
    "full": ReceivedNotification(
      notificationUUID: uuid("a07d1f00-0000-4000-8000-000000000005"),
      notificationType: "DID_CHANGE_RENEWAL_STATUS", subtype: "AUTO_RENEW_DISABLED", bundleID: app,
      environment: environment, chain: chain, transactionID: "2000000900000011", status: 1,
      details: ["summary.productId": "com.example.month", "consumptionRequestReason": "LEGAL"],
      trust: .signed, signedDate: moment("2026-01-23T00:00:00.791Z")),
    "minimal": ReceivedNotification(
      notificationUUID: uuid("a07d1f00-0000-4000-8000-000000000006"), notificationType: "TEST",
      subtype: nil, bundleID: app, environment: .sandbox, chain: nil, transactionID: nil,
      status: nil, details: [:], trust: .sharedSecret,
      signedDate: moment("2026-01-23T00:00:00.792Z")),
  ]
}
