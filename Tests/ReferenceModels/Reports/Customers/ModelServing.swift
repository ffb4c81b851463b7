import Ledger

/// A time in which a period serves: its own time, or the grace after it.
struct ModelServing {
  let period: ModelPeriod
  let span: ModelSpan
  /// The first moment at which Apple had told otherwise; nil for never.
  var endedAt: Int64?

  /// Returns true if the customer could use the service at a moment.
  func runs(at moment: Int64, refundsEnd: Bool) -> Bool {
    guard span.covers(moment), endedAt.map({ moment < $0 }) ?? true else { return false }
    return !refundsEnd || period.bought.revocation(at: Instant(milliseconds: moment)) == nil
  }

  /// The moments at which the answer may change.
  var boundaries: [Int64] {
    let copies = period.bought.copies
    return [span.start, span.end] + [endedAt].compactMap(\.self)
      + copies.map(\.assertion.assertedAt.milliseconds)
      + copies.compactMap(\.revocation.value?.date.milliseconds)
  }
}

extension ModelChain {
  private static let graceLength: Int64 = 28 * 86_400_000

  /// Returns the times in which the periods of a group serve: their own, the grace in which the next one was charged,
  /// and the graces of which Apple told. A grace that began after the end of the known period before it follows a
  /// period that Apple did not tell, and serves nobody.
  func servings(of group: SubscriptionGroupID, _ renewals: [RenewalFact]) -> [ModelServing] {
    let periods = periods(of: group).sorted { $0.order < $1.order }
    let own = periods.map { period in
      ModelServing(
        period: period,
        span: ModelSpan(start: max(period.start, period.purchaseDate), end: period.aliveEnd))
    }
    let recovered = zip(periods, periods.dropFirst()).compactMap { previous, period in
      period.start < period.purchaseDate && period.start <= previous.aliveEnd
        ? ModelServing(
          period: previous, span: ModelSpan(start: period.start, end: period.purchaseDate)) : nil
    }
    let told = renewals.filter { $0.chain == chain }
    return own + recovered
      + told.compactMap { grace(by: $0, among: told, after: periods) }
  }

  /// Returns the grace that a fact tells of: from the end of a period until its date, or for 28 days at most if
  /// only the status tells of it. A later word of Apple's ends it, and a new period does. A renewal date after the
  /// end is that of a period that Apple did not tell: nobody knows a price that the grace after it could keep.
  private func grace(
    by fact: RenewalFact, among told: [RenewalFact], after periods: [ModelPeriod]
  ) -> ModelServing? {
    guard let index = period(before: fact, among: periods) else { return nil }
    let period = periods[index]
    let start = period.aliveEnd
    guard fact.isAbout(end: start) else { return nil }
    let later = told.filter { fact.assertion < $0.assertion }
    let end: Int64
    let words: [RenewalFact]
    if let date = fact.gracePeriodExpiresDate.value {
      end = date.milliseconds
      words = later.filter { $0.isAbout(end: start) && $0.deniesGrace(until: date) }
    } else if fact.status == .grace {
      end = start + Self.graceLength
      words = later.filter { $0.status != nil && $0.status != .grace }
    } else {
      return nil
    }
    return serving(period, from: start, to: end, until: words, at: index, of: periods)
  }

  private func serving(
    _ period: ModelPeriod, from start: Int64, to end: Int64, until words: [RenewalFact],
    at index: Int, of periods: [ModelPeriod]
  ) -> ModelServing? {
    let next = index + 1 < periods.count ? periods[index + 1].purchaseDate : .max
    let span = ModelSpan(start: start, end: min(end, next))
    guard !span.isEmpty else { return nil }
    return ModelServing(
      period: period, span: span,
      endedAt: words.map(\.assertion.assertedAt.milliseconds).min())
  }

  /// Returns the place of the period that a fact is about: the last one bought before the `renewalDate`, or
  /// before the fact if Apple told no such date. Nil if that is a period whose end was never told, which entitles
  /// to nothing.
  private func period(before fact: RenewalFact, among periods: [ModelPeriod]) -> Int? {
    let moment = (fact.plan.renewalDate ?? fact.assertion.assertedAt).milliseconds
    guard let index = periods.lastIndex(where: { $0.purchaseDate < moment }) else { return nil }
    let period = periods[index]
    let isEndUntold = purchases.contains { bought in
      let purchase = bought.purchase
      return bought.expiresDate == nil && purchase.type == .autoRenewable
        && purchase.subscriptionGroupID == period.bought.purchase.subscriptionGroupID
        && period.purchaseDate < purchase.purchaseDate.milliseconds
        && purchase.purchaseDate.milliseconds < moment
    }
    return isEndUntold ? nil : index
  }
}

extension ModelPeriod {
  var order: (Int64, ModelPurchaseName) { (purchaseDate, bought.name) }
}

extension RenewalFact {
  /// Returns true unless the fact describes the end of a period after the one that ends at a moment.
  fileprivate func isAbout(end: Int64) -> Bool {
    plan.renewalDate.map { $0.milliseconds <= end } ?? true
  }

  /// Returns true if the fact tells another end of grace, or none. The status of grace without a date says
  /// nothing about it.
  fileprivate func deniesGrace(until date: Instant) -> Bool {
    switch gracePeriodExpiresDate {
    case .silent: false
    case .absent: status != .grace
    case .present(let other): other != date
    }
  }
}
