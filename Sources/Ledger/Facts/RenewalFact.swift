package import Foundation

/// An assertion by Apple, at one moment, about the future of one chain.
package struct RenewalFact: Hashable, Sendable, Codable {
  package let chain: ChainID
  package let plan: RenewalPlan
  package let gracePeriodExpiresDate: Asserted<Instant>
  package let isInBillingRetry: Asserted<Bool>
  /// Apple's number: 1 canceled, 2 billing error, 3 no consent to a price increase, 4 product
  /// unavailable, 5 other.
  package let expirationIntent: Asserted<Int32>
  /// Apple's number: 0 consent requested and not given yet, 1 given or not needed.
  package let priceIncreaseStatus: Asserted<Int32>
  package let nextOffer: Asserted<Offer>
  /// The status that Apple told beside the renewal; nil if none was told there.
  package let status: RenewalStatus?
  package let assertion: Assertion

  package init(
    chain: ChainID, plan: RenewalPlan, gracePeriodExpiresDate: Asserted<Instant>,
    isInBillingRetry: Asserted<Bool>, expirationIntent: Asserted<Int32>,
    priceIncreaseStatus: Asserted<Int32>, nextOffer: Asserted<Offer>,
    status: RenewalStatus? = nil, trust: Trust, assertedAt: Instant
  ) {
    self.chain = chain
    self.plan = plan
    self.gracePeriodExpiresDate = gracePeriodExpiresDate
    self.isInBillingRetry = isInBillingRetry
    self.expirationIntent = expirationIntent
    self.priceIncreaseStatus = priceIncreaseStatus
    self.nextOffer = nextOffer
    self.status = status
    var form = CanonicalForm(2)
    form.add(1, chain.environment.rawValue)
    form.add(2, chain.originalTransactionID)
    form.add(3, chain.bundleID)
    form.add(5, Int64(trust.rawValue))
    form.add(plan)
    form.add(40, group: gracePeriodExpiresDate)
    form.add(41, gracePeriodExpiresDate.value)
    form.add(42, group: isInBillingRetry)
    form.add(43, isInBillingRetry.value)
    form.add(44, group: expirationIntent)
    form.add(45, expirationIntent.value)
    form.add(46, group: priceIncreaseStatus)
    form.add(47, priceIncreaseStatus.value)
    form.add(48, group: nextOffer)
    form.add(49, nextOffer.value?.type)
    form.add(50, nextOffer.value?.identifier)
    form.add(51, nextOffer.value?.discountType)
    form.add(52, nextOffer.value?.period)
    form.add(53, status?.rawValue)
    assertion = Assertion(trust: trust, assertedAt: assertedAt, digest: form.digest)
  }

  /// Returns a fact with the same content, asserted at another moment.
  package func asserted(at moment: Instant) -> RenewalFact {
    RenewalFact(
      chain: chain, plan: plan, gracePeriodExpiresDate: gracePeriodExpiresDate,
      isInBillingRetry: isInBillingRetry, expirationIntent: expirationIntent,
      priceIncreaseStatus: priceIncreaseStatus, nextOffer: nextOffer, status: status,
      trust: assertion.trust, assertedAt: moment)
  }

  /// The date of grace as it is joined. Its absence says nothing beside the status of grace.
  var toldGrace: Asserted<Instant> {
    status == .grace && gracePeriodExpiresDate == .absent ? .silent : gracePeriodExpiresDate
  }
}

/// The plan for a chain's next period: the part of a renewal fact that every source asserts.
package struct RenewalPlan: Hashable, Sendable, Codable {
  package var productID: ProductID
  package var autoRenewProductID: ProductID?
  package var autoRenew: Bool?
  package var renewalDate: Instant?
  /// The price of the next period in milliunits of `currency`, offers included.
  package var renewalPrice: Int64?
  package var currency: String?
  package var appAccountToken: UUID?
  package var appTransactionID: AppTransactionID?
  /// The start of the present run of purchases as Apple sees it. Never use it as a base for days of
  /// paid service.
  package var recentSubscriptionStartDate: Instant?
  package var renewalBillingPlanType: String?
  package var commitment: CommitmentRenewal?
  package var eligibleWinBackOfferIDs: [String]

  package init(
    productID: ProductID, autoRenewProductID: ProductID? = nil, autoRenew: Bool? = nil,
    renewalDate: Instant? = nil
  ) {
    self.productID = productID
    self.autoRenewProductID = autoRenewProductID
    self.autoRenew = autoRenew
    self.renewalDate = renewalDate
    eligibleWinBackOfferIDs = []
  }

  /// The auto-renew setting after the present period, or after the present commitment. It is not
  /// confirmed which of the two settings a cancellation within a commitment clears: either counts.
  package var willRenew: Bool? {
    let told = [autoRenew, commitment?.autoRenew].compactMap(\.self)
    return told.isEmpty ? nil : told.allSatisfy(\.self)
  }
}

extension CanonicalForm {
  fileprivate mutating func add(_ plan: RenewalPlan) {
    add(10, plan.productID)
    add(11, plan.autoRenewProductID)
    add(12, plan.autoRenew)
    add(13, plan.renewalDate)
    add(14, plan.renewalPrice)
    add(15, plan.currency)
    add(16, plan.appAccountToken)
    add(17, plan.appTransactionID)
    add(18, plan.recentSubscriptionStartDate)
    add(19, plan.renewalBillingPlanType)
    for offer in plan.eligibleWinBackOfferIDs { add(20, offer) }
    add(21, plan.commitment?.productID)
    add(22, plan.commitment?.autoRenew)
    add(23, plan.commitment?.billingPlanType)
    add(24, plan.commitment?.renewalDate)
    add(25, plan.commitment?.price)
  }
}
