import Ledger

/// The reasons for which the tenure of a customer in a group may be another one.
struct ModelDoubts {
  let course: ModelCourse
  let facts: ModelFacts
  let settings: ModelSettings

  private static let day: Int64 = 86_400_000

  /// True if the rate of a charge, or its days, is uncertain: an offer was not told, or the first copy of a
  /// period came late.
  var isUncertain: Bool {
    let model = TenureModel(facts, settings: settings)
    return !model.uncertainRates(of: course.customer.name, in: course.group).isEmpty
      || !model.untoldOffers(of: course.customer.name, in: course.group).isEmpty
      || course.periods.contains(where: isToldLate)
  }

  private func isToldLate(_ period: ModelPeriod) -> Bool {
    let told = period.bought.copies.filter { $0.expiresDate.value != nil }
      .map(\.assertion.assertedAt.milliseconds).min()
    guard period.bought.isCharged, let told else { return false }
    return told > period.purchaseDate + Self.day
  }

  /// True if Apple's words mention more than is stored: an earlier purchase, a chain that was replaced, an
  /// offer that is not told, a replacement, or a later period.
  var isIncomplete: Bool {
    let model = TenureModel(facts, settings: settings)
    return !model.untoldOffers(of: course.customer.name, in: course.group).isEmpty
      || course.customer.chains.contains(where: lacksPurchases)
      || course.periods.contains { period in
        period.bought.isUpgraded && period.replacedAt == nil
          && period.bought.purchase.bundle == nil
      }
  }

  private func lacksPurchases(_ chain: ModelChain) -> Bool {
    let periods = chain.periods(of: course.group)
    guard let first = periods.map(\.purchaseDate).min(),
      let end = periods.compactMap({ $0.bought.expiresDate?.milliseconds }).max()
    else { return false }
    let begun =
      chain.purchases.compactMap { $0.purchase.originalPurchaseDate?.milliseconds }
      + course.renewals.filter { $0.chain == chain.chain }
      .compactMap { $0.plan.recentSubscriptionStartDate?.milliseconds }
    let renewed = course.renewals.filter { $0.chain == chain.chain }
      .compactMap { $0.plan.renewalDate?.milliseconds }
    let replaced = chain.purchases.compactMap(\.purchase.previousOriginalTransactionID)
    return begun.contains { $0 < first } || renewed.contains { $0 > end }
      || replaced.contains { name in
        !facts.chains.contains { $0.chain == chain.chain.sibling(name) }
      }
  }
}
