import Foundation
import Ledger
import TestSupport

/// Returns the moment of a day of 2026: `day(0)` is 2026-01-01T00:00:00Z.
func day(_ number: Double) -> Instant {
  Instant(milliseconds: 1_767_225_600_000 + Int64(number * 86_400_000))
}

/// A builder of the facts of one chain. Events get positions in the order in which they are made.
struct Given {
  var chain = ChainID(.production, "1000")
  var product: ProductID = "gold.monthly"
  var type: ProductType = .autoRenewable
  var group: SubscriptionGroupID? = "gold"
  var currency: String? = "USD"
  var position: Int64 = 0
  var events: [RecordedEvent] = []

  mutating func record(_ event: LedgerEvent) {
    position += 1
    events.append(
      RecordedEvent(
        id: EventID(lane: 1, position: position), recordedAt: event.assertedAt, event: event,
        evidence: nil))
  }

  mutating func bought(
    _ id: TransactionID, from start: Double, to end: Double?, product: ProductID? = nil,
    ownership: Ownership = .purchased, upgraded: Bool? = false,
    revocation: Asserted<Revocation> = .absent, reason: String? = nil, plan: String? = nil,
    token: UUID? = nil, price: Int64? = nil, offer: Offer? = nil,
    customer: AppTransactionID? = nil, previous: OriginalTransactionID? = nil,
    storefront: String? = nil, said: Double? = nil, trust: Trust = .signed,
    commitment: Commitment? = nil, item: String? = nil, type: ProductType? = nil,
    isGroupTold: Bool = true
  ) {
    var purchase = Purchase(
      productID: product ?? self.product, type: type ?? self.type,
      subscriptionGroupID: isGroupTold ? group : nil, purchaseDate: day(start),
      ownership: trust == .signed || ownership != .purchased ? ownership : nil)
    purchase.reason = reason
    purchase.billingPlanType = plan
    purchase.appAccountToken = token
    purchase.price = price
    purchase.currency = price == nil ? nil : currency
    purchase.offer = offer
    purchase.appTransactionID = customer
    purchase.previousOriginalTransactionID = previous
    purchase.storefront = storefront
    purchase.commitment = commitment
    purchase.webOrderLineItemID = item
    record(
      .chain(
        .transactionObserved(
          TransactionFact(
            chain: chain, transactionID: id, purchase: purchase,
            expiresDate: Asserted(signed: end.map(day)), isUpgraded: upgraded,
            revocation: revocation,
            trust: trust, assertedAt: day(said ?? start)))))
  }

  mutating func renews(
    said: Double, autoRenew: Bool = true, as product: ProductID? = nil, renewalDate: Double?,
    price: Int64? = nil,
    grace: Double? = nil, retry: Bool? = false, intent: Int32? = nil,
    consent: Int32? = nil, offer: Offer? = nil, token: UUID? = nil, runBegan: Double? = nil,
    status: RenewalStatus? = nil, trust: Trust = .signed, commitment: CommitmentRenewal? = nil,
    winBack: [String] = []
  ) {
    var plan = RenewalPlan(
      productID: self.product, autoRenewProductID: product ?? self.product, autoRenew: autoRenew,
      renewalDate: renewalDate.map(day))
    plan.appAccountToken = token
    plan.recentSubscriptionStartDate = runBegan.map(day)
    plan.renewalPrice = price
    plan.currency = price == nil ? nil : currency
    plan.commitment = commitment
    plan.eligibleWinBackOfferIDs = winBack
    record(
      .chain(
        .renewalObserved(
          RenewalFact(
            chain: chain, plan: plan, gracePeriodExpiresDate: Asserted(signed: grace.map(day)),
            isInBillingRetry: retry.map(Asserted.present) ?? .silent,
            expirationIntent: Asserted(signed: intent),
            priceIncreaseStatus: Asserted(signed: consent), nextOffer: Asserted(signed: offer),
            status: status, trust: trust, assertedAt: day(said)))))
  }

  /// Adds Apple's word on the billing plan of the next period.
  mutating func bills(said: Double, _ plan: String, renewalDate: Double) {
    var renewal = RenewalPlan(
      productID: product, autoRenewProductID: product, autoRenew: true,
      renewalDate: day(renewalDate))
    renewal.renewalBillingPlanType = plan
    record(
      .chain(
        .renewalObserved(
          RenewalFact(
            chain: chain, plan: renewal, gracePeriodExpiresDate: .absent,
            isInBillingRetry: .present(false), expirationIntent: .absent,
            priceIncreaseStatus: .absent, nextOffer: .absent, trust: .signed,
            assertedAt: day(said)))))
  }

  var state: ChainState { fold(events) }

  func entitlements(on number: Double) -> [Entitlement] {
    Entitlements.evaluate([state], at: day(number))
  }

  func status(on number: Double) -> SubscriptionStatus? {
    SubscriptionStatuses.evaluate(state, at: day(number))
  }

  func fold(_ events: [RecordedEvent]) -> ChainState {
    var state = ChainState(chain)
    for event in events { state.join(event) }
    return state
  }
}

func refund(on number: Double, type: String = "REFUND_FULL") -> Asserted<Revocation> {
  .present(Revocation(date: day(number), reason: 0, type: type))
}
