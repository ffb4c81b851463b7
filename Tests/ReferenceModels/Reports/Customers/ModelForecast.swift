import Ledger

/// The renewals of one customer in one group that lie ahead of a moment, with what they save: those charged ahead,
/// and those of a plan that goes on after them.
struct ModelForecast {
  private static let year: Int64 = 365 * 86_400_000

  let course: ModelCourse
  let scope: CustomersScope
  let facts: ModelReportFacts
  /// The moment from which the forecast looks ahead.
  let moment: Int64
  /// The periods with service that had begun, and those charged ahead, in the order of their service.
  private let served: [ModelPeriod]
  /// The periods that were charged and told before they began.
  private let ahead: [ModelPeriod]
  /// The period that ends last.
  private let last: ModelPeriod
  /// True if the last of the begun periods serves, or grace or Apple's status after it.
  let isRunning: Bool
  let plan: ModelPlan

  init?(_ course: ModelCourse, _ scope: CustomersScope, _ facts: ModelReportFacts, at moment: Int64)
  {
    let now = Instant(milliseconds: moment)
    let begun = course.periods.filter { $0.hasBegun(at: now) && $0.serves(at: now) }
      .sorted {
        ($0.start, $0.purchaseDate, $0.bought.name) < ($1.start, $1.purchaseDate, $1.bought.name)
      }
    guard let present = Self.latestEnd(of: begun, at: now) else { return nil }
    self.course = course
    self.scope = scope
    self.facts = facts
    self.moment = moment
    isRunning = course.runs(after: present, at: now)
    let ahead =
      isRunning ? course.chargedAhead(at: now).filter { $0.serves(at: now) } : []
    self.ahead = ahead
    served = begun + ahead
    last = Self.latestEnd(of: served, at: now) ?? present
    let regular = course.periods.filter { $0.hasBegun(at: now) && $0.bought.isCharged }
    plan = ModelPlan(after: last, of: course, regular, scope.events, at: moment)
  }

  /// Returns the period that ends last, of several the one that began last.
  private static func latestEnd(of periods: [ModelPeriod], at now: Instant) -> ModelPeriod? {
    let ends = periods.map { ($0, $0.service(at: now)?.alive.end ?? .min) }
    guard let end = ends.map(\.1).max() else { return nil }
    return ends.last { $0.1 == end }?.0
  }

  /// The end of a service that will not renew: renewals are switched off, and every month of a commitment is over.
  var canceledEnd: Int64? {
    guard isRunning, !plan.willRenew else { return nil }
    return max(last.aliveEnd, plan.committedUntil ?? .min)
  }

  /// Returns the saving of the year ahead by the charges that are known, owed, or not switched off.
  func savingAhead() -> Int128 {
    guard isRunning else { return 0 }
    let isSwitchedOff = scope.mutation != .canceledRenewalsSave && canceledEnd != nil
    return saving(before: isSwitchedOff ? canceledEnd ?? .max : .max)
  }

  /// Returns the saving of the year in which renewals go on, or in which the customer returns at once.
  func saving() -> Int128 { saving(before: .max) }

  private func saving(before end: Int64) -> Int128 {
    guard let length = plan.length, let price = plan.price else { return 0 }
    let end = min(end, moment + Self.year)
    let now = Instant(milliseconds: moment)
    var saved: Int128 = 0
    for (index, period) in ahead.enumerated()
    where period.bought.isCharged && period.purchaseDate < end {
      let services = served.dropLast(ahead.count - index).compactMap { $0.service(at: now) }
      saved += saving(on: period.bought.purchase, price, after: services)
    }
    let services = served.compactMap { $0.service(at: now) }
    let start = isRunning ? last.aliveEnd : moment
    // A plan that goes on keeps the day of the last period, if that is as long as the plan.
    let goesOn = isRunning && length.end(after: last.start, count: 1) == start
    let anchor = goesOn ? last.start : start
    var (next, count) = (start, Int64(goesOn ? 1 : 0))
    while next < end, count < 400 {
      let renewed = ModelService(
        transactionID: "ahead", purchaseDate: start, paid: ModelSpan(start: start, end: next),
        alive: ModelSpan(start: start, end: next))
      saved += saving(
        on: renewal(at: next), price, after: next == start ? services : services + [renewed])
      count += 1
      next = length.end(after: anchor, count: count)
    }
    return saved
  }

  /// Returns a charge of the plan as Apple would sign it, without a price.
  private func renewal(at start: Int64) -> Purchase {
    var fields = last.bought.purchase.fields
    fields.productID = plan.product
    fields.purchaseDate = Instant(milliseconds: start)
    (fields.price, fields.currency) = (nil, nil)
    (fields.offer, fields.commitment, fields.webOrderLineItemID) = (nil, nil, nil)
    return Purchase(fields)
  }

  /// Returns what Apple keeps less of a charge after a year of service than of one in the first year; nothing if
  /// no year of service lies before it.
  private func saving(
    on purchase: Purchase, _ price: Int64, after services: [ModelService]
  ) -> Int128 {
    let date = purchase.purchaseDate.milliseconds
    var count = ModelCount(services, until: date, gapMax: facts.settings.gapMax)
    count.restart(at: date)
    guard count.total >= facts.settings.yearOfService else { return 0 }
    let app = last.bought.chain.bundleID
    let price = purchase.price ?? price
    let tax = taxes.tax(in: price, of: purchase, app)
    let commissions = CommissionModel(
      scope.events, terms: facts.terms, settings: facts.settings)
    let programs = commissions.programs(of: app, at: purchase.purchaseDate, in: scope.events)
    let kept = [false, true].map { isAfterAYear in
      commissions.rate(purchase, isAfterAYear: isAfterAYear, programs: programs).map {
        taxes.rounded(Int128(price - tax) * Int128($0.thousandths), by: 1_000)
      } ?? 0
    }
    return Int128(kept[0] - kept[1])
  }

  private var taxes: JournalModel {
    JournalModel(
      events: scope.events.filter { if case .shared = $0.event { true } else { false } },
      terms: facts.terms, settings: facts.settings,
      taxes: scope.mutation == .savingsOnWholePrices ? [] : facts.taxes)
  }
}

extension ModelPeriod {
  /// Returns true if any service is left of the period after refunds and reversals.
  fileprivate func serves(at moment: Instant) -> Bool {
    guard let alive = service(at: moment)?.alive else { return false }
    return alive.start < alive.end || bought.revocation(at: moment) == nil
  }
}

extension ModelCourse {
  /// Returns the periods that were charged and told before they began, which is still ahead.
  func chargedAhead(at now: Instant) -> [ModelPeriod] {
    periods.filter { period in
      let told = period.bought.copies.filter { $0.expiresDate.value != nil }
        .map(\.assertion.assertedAt).min()
      guard !period.hasBegun(at: now), let told else { return false }
      return told <= now && told < period.bought.purchase.purchaseDate
    }
  }

  /// Returns true if a period serves, or grace or Apple's status after it, which a refund ends.
  fileprivate func runs(after period: ModelPeriod, at now: Instant) -> Bool {
    guard period.service(at: now)?.alive.end == period.aliveEnd else { return false }
    let moment = now.milliseconds
    if moment < period.aliveEnd { return true }
    let servings = chain(of: period)?.servings(of: group, renewals) ?? []
    return servings.contains { serving in
      serving.period.bought.name == period.bought.name && serving.span.start == period.aliveEnd
        && moment < min(serving.span.end, serving.endedAt ?? .max)
        && period.bought.revocation(at: now) == nil
    }
  }
}
