import Ledger

extension RenewalFact {
  /// Apple's number of the subscription's state when it signed the fact: 1 active, 2 expired, 3 retry, 4
  /// grace, 5 revoked. Nil if the fact came without one.
  var toldStatus: Int32? { status?.rawValue }

  /// Returns the fact with such a number beside it.
  func telling(status: Int32?) -> RenewalFact {
    RenewalFact(
      chain: chain, plan: plan, gracePeriodExpiresDate: gracePeriodExpiresDate,
      isInBillingRetry: isInBillingRetry, expirationIntent: expirationIntent,
      priceIncreaseStatus: priceIncreaseStatus, nextOffer: nextOffer,
      status: status.map(RenewalStatus.init), trust: assertion.trust,
      assertedAt: assertion.assertedAt)
  }
}
