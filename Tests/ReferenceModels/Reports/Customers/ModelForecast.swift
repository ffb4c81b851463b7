import Ledger

/// The savings of one customer in one group that lie ahead: the journal of a life that goes on as planned.
struct ModelForecast {
  private static let year: Int64 = 365 * 86_400_000

  let course: ModelCourse
  let scope: CustomersScope
  let facts: ModelReportFacts
  /// The moment from which the forecast looks ahead.
  let moment: Int64
  let last: ModelPeriod
  let plan: ModelPlan

  init?(_ course: ModelCourse, _ scope: CustomersScope, _ facts: ModelReportFacts, at moment: Int64)
  {
    guard let last = course.periods.last else { return nil }
    self.course = course
    self.scope = scope
    self.facts = facts
    self.moment = moment
    self.last = last
    plan = ModelPlan(after: last, of: course, scope.events, at: moment)
  }

  /// The moment at which the last service ends; nil if it has ended.
  var serviceEnd: Int64? {
    let end = course.steps.last { $0.after == nil }?.at
    guard let end, end > moment, course.steps.allSatisfy({ $0.at <= end }) else { return nil }
    return end
  }

  /// True if the service ends because no renewal follows: renewals are switched off, and nothing is owed.
  var isCanceled: Bool { !plan.willRenew && plan.owed == 0 }

  /// Returns the saving of the year ahead by the charges that are known, owed, or not switched off.
  func savingAhead() -> Int128 {
    let renewals = renewalsAhead()
    let known = course.periods.filter {
      $0.purchaseDate >= moment && $0.purchaseDate < moment + Self.year
    }
    return saving(of: renewals, and: known.map(\.bought.name), in: customerEvents)
  }

  /// Returns the saving of the year after a return at once.
  func savingAfterReturn() -> Int128 {
    guard let length = plan.length, plan.isKnown else { return 0 }
    let until = customerEvents.filter { event in
      guard case .chain(.transactionObserved(let fact)) = event.event else { return true }
      return fact.purchase.purchaseDate.milliseconds < moment
    }
    let starts = starts(from: moment, by: length)
    return saving(
      of: starts.enumerated().map { index, start in
        charge(
          index, at: start, until: length.end(after: moment, count: Int64(index) + 1),
          reason: index == 0 ? "PURCHASE" : "RENEWAL", price: plan.price, plan.currency)
      }, and: [], in: until)
  }

  /// Returns the starts of all periods in the year, one after the other.
  private func starts(from start: Int64, by length: ModelPlanLength) -> [Int64] {
    var starts: [Int64] = []
    while starts.count < 400 {
      let next = length.end(after: start, count: Int64(starts.count))
      guard next < moment + Self.year, next > starts.last ?? .min else { break }
      starts.append(next)
    }
    return starts
  }

  private func renewalsAhead() -> [TransactionFact] {
    guard serviceEnd != nil, let length = plan.length,
      last.bought.revocation(at: Instant(milliseconds: moment)) == nil
    else { return [] }
    let purchase = last.bought.purchase
    let willRenew = plan.willRenew || scope.mutation == .canceledRenewalsSave
    let starts = starts(from: last.aliveEnd, by: length)
    return starts.enumerated().compactMap { index, start in
      let isOwed = index < plan.owed
      let end = length.end(after: last.aliveEnd, count: Int64(index) + 1)
      guard isOwed || willRenew, end > moment else { return nil }
      let price = isOwed ? purchase.price : plan.price
      let currency = isOwed ? purchase.currency : plan.currency
      guard price != nil else { return nil }
      return charge(
        index, at: max(start, moment), until: end, reason: "RENEWAL", price: price, currency)
    }
  }

  /// Returns a charge as Apple would sign it.
  private func charge(
    _ index: Int, at start: Int64, until end: Int64, reason: String, price: Int64?,
    _ currency: String?
  ) -> TransactionFact {
    var fields = last.bought.purchase.fields
    fields.productID = plan.product
    fields.purchaseDate = Instant(milliseconds: start)
    fields.reason = reason
    (fields.price, fields.currency) = (price, currency)
    (fields.offer, fields.commitment, fields.webOrderLineItemID) = (nil, nil, nil)
    return TransactionFact(
      chain: last.bought.chain, transactionID: TransactionID("ahead \(index)"),
      purchase: Purchase(fields), expiresDate: .present(Instant(milliseconds: end)),
      isUpgraded: false, revocation: .absent, trust: .signed,
      assertedAt: Instant(milliseconds: start))
  }

  /// Returns the saving on planned and on known charges, less that on what was given back.
  private func saving(
    of planned: [TransactionFact], and known: [ModelPurchaseName], in events: [RecordedEvent]
  ) -> Int128 {
    guard !planned.isEmpty || !known.isEmpty else { return 0 }
    let added = planned.enumerated().map { index, fact in
      RecordedEvent(
        id: EventID(lane: .max, position: Int64(index) + 1), recordedAt: fact.assertion.assertedAt,
        event: .chain(.transactionObserved(fact)), evidence: nil)
    }
    let journal = JournalModel(
      events: events + added, terms: facts.terms, settings: facts.settings,
      taxes: scope.mutation == .savingsOnWholePrices ? [] : facts.taxes)
    let holdings = journal.holdings(at: Instant(milliseconds: moment + Self.year))
    let names = planned.map { ModelPurchaseName($0.chain, $0.transactionID) } + known
    return names.compactMap { holdings[$0] }
      .map { Int128($0.saved) - Int128($0.returned.count > 2 ? $0.returned[2] : 0) }
      .reduce(0, +)
  }

  /// The events of the customer's chains, and those that concern all.
  private var customerEvents: [RecordedEvent] {
    let chains = Set(course.customer.chains.map(\.chain))
    return scope.events.filter { event in
      guard case .chain(let event) = event.event, let chain = event.chainOfFact else { return true }
      return chains.contains(chain)
    }
  }
}
