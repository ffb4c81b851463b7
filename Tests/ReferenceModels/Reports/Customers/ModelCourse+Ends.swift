import Ledger

/// The reasons for which service ends.
enum ModelEnd {
  case choice, billing, price, refund, other

  /// Creates the reason that Apple's number names.
  init(intent: Int32) {
    switch intent {
    case 1: self = .choice
    case 2: self = .billing
    case 3: self = .price
    default: self = .other
    }
  }
}

extension ModelCourse {
  /// Returns the reason for which service ends with a step before none.
  func end(at step: Step, _ mutation: CustomersMutation?) -> ModelEnd? {
    guard step.after == nil, let period = step.before else { return nil }
    if period.bought.revocation(at: Instant(milliseconds: step.at)) != nil { return .refund }
    let expires = period.bought.expiresDate?.milliseconds ?? period.aliveEnd
    if period.bought.isUpgraded, step.at < expires { return .other }
    let told = words(about: period)
    if mutation == .newestIntentDecides {
      return told.compactMap(\.expirationIntent.value).last.map(ModelEnd.init) ?? .other
    }
    let until = told.filter { $0.assertion.assertedAt.milliseconds <= step.at }
    let later = told.filter { $0.assertion.assertedAt.milliseconds > step.at }
    return reasonTold(by: until.last) ?? reasonTold(after: later) ?? concluded(from: until.last)
      ?? later.lazy.compactMap { self.concluded(from: $0) }.first ?? .other
  }

  /// Returns the renewal information of the chain about a period: told after its purchase, or with a later
  /// renewal, and before the next purchase.
  private func words(about period: ModelPeriod) -> [RenewalFact] {
    let next = periods.filter {
      $0.bought.chain == period.bought.chain && $0.purchaseDate > period.purchaseDate
    }.map(\.purchaseDate).min()
    return renewals.filter { fact in
      fact.chain == period.bought.chain
        && max(
          fact.assertion.assertedAt.milliseconds, fact.plan.renewalDate?.milliseconds ?? .min)
          > period.purchaseDate
        && (next.map { fact.assertion.assertedAt.milliseconds < $0 } ?? true)
    }.sorted { $0.assertion < $1.assertion }
  }

  /// Returns Apple's reason as it was told until the end. A price that Apple tries to collect, also in grace, is one.
  private func reasonTold(by fact: RenewalFact?) -> ModelEnd? {
    guard let fact else { return nil }
    if let intent = fact.expirationIntent.value { return ModelEnd(intent: intent) }
    let isUnpaid =
      fact.isInBillingRetry.value == true || fact.gracePeriodExpiresDate.value != nil
      || fact.status == .grace
    return isUnpaid && fact.plan.willRenew != false ? .billing : nil
  }

  /// Returns the first reason that was told after the end: who cancels while Apple tries to collect the price
  /// ended by billing.
  private func reasonTold(after facts: [RenewalFact]) -> ModelEnd? {
    for fact in facts {
      if fact.isInBillingRetry.value == true { return .billing }
      if let intent = fact.expirationIntent.value { return ModelEnd(intent: intent) }
    }
    return nil
  }

  /// Returns the reason that follows from the plan, where Apple told none.
  private func concluded(from fact: RenewalFact?) -> ModelEnd? {
    if fact?.plan.willRenew == false { return .choice }
    return fact?.priceIncreaseStatus.value == 0 ? .price : nil
  }
}
