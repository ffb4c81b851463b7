import Ledger

/// The reasons for which the tenure of a customer in a group may be another one.
struct ModelDoubts {
  let course: ModelCourse
  let facts: ModelFacts
  let settings: ModelSettings
  /// The end of the time.
  let to: Int64

  private static let day: Int64 = 86_400_000
  private static let retryMax = 90 * Self.day

  /// True if the rate of a charge that had begun, or its days, is uncertain: an offer was not told, or the first
  /// copy of a period came late.
  var isUncertain: Bool {
    let model = TenureModel(facts, settings: settings)
    let doubted = Set(
      model.uncertainRates(of: course.customer.name, in: course.group)
        + model.untoldOffers(of: course.customer.name, in: course.group))
    return course.periods.contains { period in
      period.hasBegun(at: Instant(milliseconds: to))
        && (doubted.contains(period.transactionID) || isToldLate(period))
    }
  }

  private func isToldLate(_ period: ModelPeriod) -> Bool {
    let told = period.bought.copies.filter { $0.expiresDate.value != nil }
      .map(\.assertion.assertedAt.milliseconds).min()
    guard period.bought.isCharged, let told else { return false }
    return told > period.purchaseDate + Self.day
  }

  /// True if a chain with periods of the group contradicts Apple's words in any of the ways that are listed.
  var isIncomplete: Bool {
    course.customer.chains.contains { chain in
      !chain.periods(of: course.group).isEmpty
        && (lacksGroup(chain) || hasAssumedTrial(chain) || lacksPeriods(chain)
          || beganAtOtherMoment(chain))
    }
  }

  private func lacksGroup(_ chain: ModelChain) -> Bool {
    chain.purchases.contains {
      $0.purchase.type == .autoRenewable && $0.purchase.ownership == .purchased
        && $0.purchase.subscriptionGroupID == nil
    }
  }

  private func hasAssumedTrial(_ chain: ModelChain) -> Bool {
    chain.purchases.contains { $0.isTakenForTrial && $0.purchase.ownership == .purchased }
  }

  /// Returns true for an upgrade to an unknown transaction, for an end named by Apple, in the newest plan or
  /// beside a grace, after a period and no later than the start of the next one, and for a renewal later than
  /// ninety days after the period before.
  private func lacksPeriods(_ chain: ModelChain) -> Bool {
    let periods = chain.periods.sorted { $0.order < $1.order }
    let told = renewals(of: chain)
    let named =
      [told.last?.plan.renewalDate].compactMap(\.self)
      + told.filter(\.tellsGrace).compactMap(\.plan.renewalDate)
    return periods.enumerated().contains { index, period in
      let next = periods.dropFirst(index + 1).first
      if chain.isUpgradedToUnknown(period, among: periods) { return true }
      let isNamed = named.contains { end in
        period.aliveEnd < end.milliseconds && end.milliseconds <= next?.start ?? .max
      }
      guard let next else { return isNamed }
      return isNamed
        || chain.isRenewal(next) && next.start - period.aliveEnd > Self.retryMax
    }
  }

  /// Returns true if Apple named another beginning of the run than the chain has, with the periods that were
  /// refunded when Apple named it and without them.
  private func beganAtOtherMoment(_ chain: ModelChain) -> Bool {
    guard let newest = renewals(of: chain).last,
      let apple = newest.plan.recentSubscriptionStartDate
    else { return false }
    let said = newest.assertion.assertedAt
    let known = max(said, newest.plan.renewalDate ?? said).milliseconds
    let begun = chain.periods.sorted { $0.order < $1.order }.filter { $0.start <= known }
    let kept = begun.filter { $0.bought.revocation(at: said) == nil }
    let beginnings = [begun, kept].compactMap(beginningOfRun)
    return !begun.isEmpty && !beginnings.contains(apple.milliseconds)
  }

  private func beginningOfRun(_ periods: [ModelPeriod]) -> Int64? {
    var began: Int64?
    var end: Int64?
    for period in periods {
      if let end, period.purchaseDate - end > settings.gapMax { began = nil }
      began = began ?? period.purchaseDate
      end = max(end ?? .min, period.aliveEnd)
    }
    return began
  }

  private func renewals(of chain: ModelChain) -> [RenewalFact] {
    course.renewals.filter { $0.chain == chain.chain }.sorted { $0.assertion < $1.assertion }
  }
}

extension RenewalFact {
  /// True if Apple told a grace, by its date or by the status.
  fileprivate var tellsGrace: Bool {
    if status == .grace { return true }
    guard isInBillingRetry != .present(false), let end = gracePeriodExpiresDate.value else {
      return false
    }
    return plan.renewalDate.map { $0 < end } ?? true
  }
}

extension ModelChain {
  /// Returns true if Apple told an upgrade of the period and nothing is known that was bought after it until then.
  fileprivate func isUpgradedToUnknown(_ period: ModelPeriod, among periods: [ModelPeriod]) -> Bool
  {
    guard period.bought.isUpgraded, let said = period.bought.upgradeSaid else { return false }
    return !periods.contains {
      !isRenewal($0) && period.purchaseDate < $0.purchaseDate
        && $0.purchaseDate <= said.milliseconds
    }
  }

  /// Returns true for a renewal by Apple. Where no source tells the reason, a period that begins when another
  /// ended is one.
  fileprivate func isRenewal(_ period: ModelPeriod) -> Bool {
    if let reason = period.bought.purchase.reason { return reason == "RENEWAL" }
    return purchases.contains { $0.expiresDate == period.bought.purchase.purchaseDate }
  }
}
