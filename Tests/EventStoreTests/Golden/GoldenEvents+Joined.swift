import Foundation
import Ledger

extension GoldenEvents {
  /// A notification and its facts in one row.
  static let joined: [String: [LedgerEvent]] = [
    "with a transaction and a renewal": [
      .chain(.notificationReceived(notification(6, details: ["data.bundleVersion": "7"]))),
      .chain(.transactionObserved(named(fullTransaction))),
      .chain(.renewalObserved(renewal(of: otherPlan))),
    ],
    "with a transaction": [
      .chain(.notificationReceived(notification(7))),
      .chain(.transactionObserved(named(fullTransaction, purchase: otherPurchase))),
    ],
    "with a renewal": [
      .chain(.notificationReceived(notification(8, transaction: nil))),
      .chain(.renewalObserved(renewal(of: plan("2026-03-01T10:20:30.456Z")))),
    ],
  ]

  private static func notification(
    _ number: Int, transaction: TransactionID? = "2000000900000012", details: [String: String] = [:]
  ) -> ReceivedNotification {
    ReceivedNotification(
      notificationUUID: uuid("a07d1f00-0000-4000-8000-00000000001\(number)"),
      notificationType: "DID_RENEW", subtype: nil, bundleID: app, environment: environment,
      chain: chain, transactionID: transaction, status: 1, details: details, trust: .signed,
      signedDate: moment("2026-02-28T23:59:59.99\(number)Z"))
  }

  private static func named(
    _ fact: TransactionFact, purchase: Purchase? = nil
  ) -> TransactionFact {
    TransactionFact(
      chain: chain, transactionID: "2000000900000012",
      purchase: purchase ?? fact.purchase,
      expiresDate: fact.expiresDate, isUpgraded: fact.isUpgraded, revocation: fact.revocation,
      trust: .signed, assertedAt: moment("2026-02-22T00:00:00.789Z"))
  }

  private static let otherPurchase = Purchase(
    productID: "com.example.month", type: .autoRenewable,
    purchaseDate: moment("2026-02-22T00:00:00.000Z"))

  private static func renewal(of plan: RenewalPlan) -> RenewalFact {
    RenewalFact(
      chain: chain, plan: plan,
      gracePeriodExpiresDate: .present(moment("2026-02-17T10:20:30.456Z")),
      isInBillingRetry: .present(true), expirationIntent: .present(2),
      priceIncreaseStatus: .present(1),
      nextOffer: .present(
        Offer(type: 4, identifier: "come-back", discountType: "PAY_UP_FRONT", period: "P3M")),
      status: .active, trust: .signed, assertedAt: moment("2026-02-22T00:00:00.790Z"))
  }

  private static func plan(_ renewalDate: String) -> RenewalPlan {
    RenewalPlan(
      productID: "com.example.year", autoRenewProductID: "com.example.month", autoRenew: true,
      renewalDate: moment(renewalDate))
  }

  /// A plan that differs from the transaction in each column of its own.
  private static var otherPlan: RenewalPlan {
    var plan = plan("2026-03-02T10:20:30.456Z")
    plan.renewalPrice = 9_990
    plan.currency = "USD"
    plan.appAccountToken = uuid("70c3a000-0000-4000-8000-000000000005")
    plan.appTransactionID = "704000000000000002"
    plan.recentSubscriptionStartDate = moment("2025-12-01T10:20:30.455Z")
    plan.renewalBillingPlanType = "MONTHLY"
    plan.eligibleWinBackOfferIDs = ["second", "first"]
    return plan
  }
}
