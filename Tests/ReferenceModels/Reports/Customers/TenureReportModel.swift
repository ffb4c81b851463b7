package import Ledger

/// A reference model of the report of tenure: each customer in each group at the end of the time.
package struct TenureReportModel {
  private static let day: Int64 = 86_400_000

  private let facts: ModelReportFacts
  private let mutation: CustomersMutation?

  package init(_ facts: ModelReportFacts, mutation: CustomersMutation? = nil) {
    self.facts = facts
    self.mutation = mutation
  }

  package static let columns = [
    "customers", "reachedYear", "incomplete", "uncertain", "unpriced", "savesNextYear",
    "endsWithin7", "endsWithin30", "lapsing7", "lapseCost7", "lapsing14", "lapseCost14",
    "lapsing30", "lapseCost30",
  ]

  package func rows(of question: ModelReportQuestion) -> [ModelReportRow] {
    let scope = CustomersScope(facts, question, mutation: mutation)
    var table = ModelTable(columns: Self.columns)
    for course in scope.courses { add(course, to: &table, scope) }
    return table.rows
  }

  private func add(_ course: ModelCourse, to table: inout ModelTable, _ scope: CustomersScope) {
    guard let subject = ModelTenureSubject(course, scope, facts) else { return }
    let tenure = subject.tenure
    if mutation == .lapsedAreNoCustomers, tenure.state == .lapsed { return }
    var row = scope.divided(subject.present.bought.purchase, byCurrency: true)
    row["currency"] = subject.currency ?? ""
    row["state"] = tenure.state.rawValue
    row["fromDays"] = String(fromDays(tenure.total))
    table.add(1, "customers", row)
    if let first = firstReduced(course, scope), scope.contains(first) {
      table.add(1, "reachedYear", row)
    }
    let doubts = ModelDoubts(
      course: course, facts: scope.facts, settings: facts.settings, to: scope.to)
    if doubts.isIncomplete { table.add(1, "incomplete", row) }
    if doubts.isUncertain { table.add(1, "uncertain", row) }
    if !subject.isPriced { table.add(1, "unpriced", row) }
    table.add(subject.forecast?.savingAhead() ?? 0, "savesNextYear", row)
    addLosses(of: subject, to: &table, row)
  }

  private func addLosses(
    of subject: ModelTenureSubject, to table: inout ModelTable, _ row: ModelReportRow
  ) {
    if let end = subject.forecast?.canceledEnd {
      for days in [Int64(7), 30] where end - subject.moment < days * Self.day {
        table.add(1, "endsWithin\(days)", row)
      }
    }
    guard let lapse = subject.lapse else { return }
    var cost: Int128?
    for days in [Int64(7), 14, 30] where lapse - subject.moment < days * Self.day {
      let known = cost ?? subject.forecast?.saving() ?? 0
      table.add(1, "lapsing\(days)", row)
      table.add(known, "lapseCost\(days)", row)
      cost = known
    }
  }

  /// Returns the step of progress: whole days, or those of the year once the year is served.
  private func fromDays(_ total: Int64) -> Int64 {
    let year = facts.settings.yearOfService
    if total >= year { return (year + Self.day / 2) / Self.day }
    return [Int64(270), 180, 90].first { total >= $0 * Self.day && $0 * Self.day < year } ?? 0
  }

  /// Returns the first charge at the lower rate that stood not given back in full at the end of the time.
  private func firstReduced(_ course: ModelCourse, _ scope: CustomersScope) -> Int64? {
    let model = TenureModel(scope.facts, settings: facts.settings)
    let services = model.servicesBefore(course.periods)
    let end = Instant(milliseconds: scope.to)
    return course.periods.filter { period in
      period.bought.isCharged && period.hasBegun(at: end)
        && services[period.transactionID, default: 0] >= facts.settings.yearOfService
        && period.bought.revocation(at: end)?.isOfAll != true
    }.map(\.purchaseDate).min()
  }

  /// Returns the customers who will lose their time within so many days, the one with the least time left first.
  package func lapsing(within days: Int64, of question: ModelReportQuestion) -> [ModelLoss] {
    losses(within: days, of: question, \.lapse)
  }

  /// Returns the customers with service that ends within so many days, the one with the least time left first.
  package func ending(within days: Int64, of question: ModelReportQuestion) -> [ModelLoss] {
    losses(within: days, of: question, \.forecast?.canceledEnd)
  }

  private func losses(
    within days: Int64, of question: ModelReportQuestion,
    _ moment: (ModelTenureSubject) -> Int64?
  ) -> [ModelLoss] {
    let scope = CustomersScope(facts, question, mutation: mutation)
    return scope.courses.compactMap { course -> ModelLoss? in
      guard let subject = ModelTenureSubject(course, scope, facts), let at = moment(subject),
        at - subject.moment < days * Self.day
      else { return nil }
      return ModelLoss(
        chain: subject.present.bought.chain, group: course.group,
        at: Instant(milliseconds: at), paidDays: subject.tenure.daysOfPaidService)
    }.sorted { ($0.at, $0.chain) < ($1.at, $1.chain) }
  }
}

/// A customer who will lose service or its time, by the chain that served last.
package struct ModelLoss: Equatable, Sendable {
  package let chain: ChainID
  package let group: SubscriptionGroupID
  package let at: Instant
  package let paidDays: Int64
}
