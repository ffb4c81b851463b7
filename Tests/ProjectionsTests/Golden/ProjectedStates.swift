import Foundation
import TestSupport

@testable import Ledger

/// States as the projections store them, each folded from a few events.
enum ProjectedStates {
  static let chain = ChainID(.production, "2000000900000001")
  static let app: BundleID = "com.example.game"
  static let anna = AccountReference(key: uuid("a11a0000-0000-4000-8000-000000000001"))
  static let ben = AccountReference(key: uuid("be110000-0000-4000-8000-000000000002"))

  static func uuid(_ text: String) -> UUID { UUID(uuidString: text)! }
  static func moment(_ text: String) -> Instant { Instant(text)! }

  /// The fullest row of a chain; its transactions have rows of their own.
  static let fullChain: ChainState = {
    var state = ChainState(chain)
    let decided = moment("2026-03-01T00:00:00.001Z")
    let events: [LedgerEvent] = [
      .chain(
        .chainOwned(
          ChainOwned(chain: chain, account: anna, decidedAt: decided))),
      .chain(
        .ownershipChanged(
          OwnershipChanged(
            chain: chain, owners: [anna, ben], account: ben, cause: .shared,
            rules: nil, decidedAt: decided))),
      .chain(.renewalObserved(fullRenewal)),
      .chain(.renewalObserved(graceDenied)),
    ]
    for (index, event) in events.enumerated() {
      state.join(recorded(event, at: Int64(index + 1)))
    }
    return state.withoutTransactions
  }()

  static let minimalChain = ChainState(chain)

  /// A chain that was linked by id, posted with a signature by another account, and restored by the
  /// first one, and that another chain replaces.
  static let postedChain: ChainState = {
    var state = ChainState(chain)
    let events: [LedgerEvent] = [
      .chain(
        .chainPosted(
          ChainPosted(
            chain: chain, account: anna, isSigned: false,
            postedAt: moment("2026-03-01T00:00:00.001Z")))),
      .chain(
        .chainPosted(
          ChainPosted(
            chain: chain, account: ben, isSigned: true,
            postedAt: moment("2026-03-02T00:00:00.001Z")))),
      .chain(
        .ownershipChanged(
          OwnershipChanged(
            chain: chain, owners: [anna], account: anna, cause: .transferred,
            rules: OwnershipChanged.presentRules, decidedAt: moment("2026-03-04T00:00:00.001Z")))),
      .chain(
        .chainReplaced(
          ChainReplaced(
            chain: chain, successor: "2000000900000009",
            learnedAt: moment("2026-03-05T00:00:00.001Z")))),
    ]
    for (index, event) in events.enumerated() {
      state.join(recorded(event, at: Int64(index + 21)))
    }
    return state
  }()

  /// A chain with the least renewal knowledge.
  static let silentChain: ChainState = {
    var state = ChainState(ChainID(.sandbox, "2000000900000002"))
    let fact = RenewalFact(
      chain: state.chain, plan: RenewalPlan(productID: "com.example.month"),
      gracePeriodExpiresDate: .silent, isInBillingRetry: .silent, expirationIntent: .silent,
      priceIncreaseStatus: .silent, nextOffer: .silent, trust: .sharedSecret,
      assertedAt: moment("2026-01-22T00:00:00.790Z"))
    state.join(recorded(.chain(.renewalObserved(fact)), at: 9))
    return state
  }()

  /// A chain in a grace of which Apple told the status alone.
  static let gracedChain: ChainState = {
    var state = ChainState(chain)
    let fact = RenewalFact(
      chain: chain,
      plan: RenewalPlan(productID: "com.example.month", autoRenew: true, renewalDate: renewalDate),
      gracePeriodExpiresDate: .absent, isInBillingRetry: .present(true), expirationIntent: .absent,
      priceIncreaseStatus: .absent, nextOffer: .absent, status: .grace, trust: .signed,
      assertedAt: renewalDate + .seconds(60))
    state.join(recorded(.chain(.renewalObserved(fact)), at: 31))
    return state
  }()

  /// A transaction that was bought, upgraded, refunded, and whose refund was reversed.
  static let fullTransaction: TransactionState = {
    var state = TransactionState(
      transaction(fullPurchase, revocation: .absent, at: "2026-01-02T00:00:00.000Z"),
      by: EventID(lane: 3, position: 11))
    let refund = Revocation(
      date: moment("2026-01-20T11:12:13.014Z"), reason: 1, type: "REFUND_PRORATED",
      percentage: 67_932)
    state.merge(
      TransactionState(
        transaction(fullPurchase, revocation: .present(refund), at: "2026-01-21T00:00:00.000Z"),
        by: EventID(lane: 3, position: 12)))
    state.merge(
      TransactionState(
        transaction(fullPurchase, revocation: .absent, at: "2026-01-22T00:00:00.000Z"),
        by: EventID(lane: 3, position: 13)))
    return state
  }()

  static let minimalTransaction = TransactionState(
    TransactionFact(
      chain: chain, transactionID: "2000000900000012",
      purchase: Purchase(
        productID: "com.example.gems.100", type: .consumable,
        purchaseDate: moment("2026-01-02T00:00:00.000Z")),
      expiresDate: .silent, isUpgraded: nil, revocation: .silent, trust: .sharedSecret,
      assertedAt: moment("2026-01-03T00:00:00.000Z")), by: EventID(lane: 3, position: 14))

  static let findings: [Incompleteness] = [
    .runStartContradicts(
      chain, apple: moment("2026-01-01T00:00:00.000Z"), held: moment("2026-02-01T00:00:00.000Z")),
    .renewalMissing(chain, after: "2000000900000011", before: "2000000900000012"),
    .renewalMissing(chain, after: "2000000900000012", before: nil),
    .upgradeMissing(chain, from: "2000000900000013"),
    .groupUnknown(chain, "2000000900000014"),
  ]

  static let refunds = Refunds(all: [
    Refunds.Refund(
      date: moment("2026-01-01T00:00:00.000Z"), isFull: false,
      reversedAt: moment("2026-02-01T00:00:00.000Z")),
    Refunds.Refund(date: moment("2026-03-01T00:00:00.000Z"), isFull: true, reversedAt: nil),
  ])

  private static func recorded(_ event: LedgerEvent, at position: Int64) -> RecordedEvent {
    RecordedEvent(
      id: EventID(lane: 3, position: position), recordedAt: moment("2026-06-01T00:00:00.000Z"),
      event: event, evidence: nil)
  }
}

extension ProjectedStates {
  private static let renewalDate = moment("2026-02-01T10:20:30.456Z")

  private static let fullRenewal = RenewalFact(
    chain: chain, plan: fullPlan,
    gracePeriodExpiresDate: .present(moment("2026-02-17T10:20:30.456Z")),
    isInBillingRetry: .present(true), expirationIntent: .present(2),
    priceIncreaseStatus: .present(1),
    nextOffer: .present(
      Offer(type: 4, identifier: "come-back", discountType: "PAY_UP_FRONT", period: "P3M")),
    trust: .signed, assertedAt: renewalDate + .seconds(60))

  private static let graceDenied = RenewalFact(
    chain: chain, plan: fullPlan, gracePeriodExpiresDate: .absent, isInBillingRetry: .absent,
    expirationIntent: .absent, priceIncreaseStatus: .absent, nextOffer: .absent, trust: .receipt,
    assertedAt: renewalDate + .seconds(120))

  private static var fullPlan: RenewalPlan {
    var plan = RenewalPlan(
      productID: "com.example.month", autoRenewProductID: "com.example.year", autoRenew: true,
      renewalDate: renewalDate)
    plan.renewalPrice = 99_990
    plan.currency = "EUR"
    plan.appAccountToken = uuid("70c3a000-0000-4000-8000-000000000004")
    plan.appTransactionID = "704000000000000001"
    plan.recentSubscriptionStartDate = moment("2025-12-01T10:20:30.455Z")
    plan.renewalBillingPlanType = "MONTHLY"
    plan.eligibleWinBackOfferIDs = ["second", "first"]
    return plan
  }

  private static func transaction(
    _ purchase: Purchase, revocation: Asserted<Revocation>, at moment: String
  ) -> TransactionFact {
    TransactionFact(
      chain: chain, transactionID: "2000000900000011", purchase: purchase,
      expiresDate: .present(renewalDate), isUpgraded: true, revocation: revocation, trust: .signed,
      assertedAt: self.moment(moment))
  }

  private static var fullPurchase: Purchase {
    var purchase = Purchase(
      productID: "com.example.month", type: .autoRenewable, subscriptionGroupID: "20000001",
      purchaseDate: moment("2026-01-01T10:20:30.456Z"),
      originalPurchaseDate: moment("2025-12-01T10:20:30.455Z"))
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
}
