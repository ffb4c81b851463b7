import Ledger

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
    let moment = Instant(milliseconds: scope.to)
    guard let present = course.periods.last(where: { $0.hasBegun(at: moment) }),
      let forecast = ModelForecast(course, scope, facts, at: scope.to)
    else { return }
    let model = TenureModel(scope.facts, settings: facts.settings)
    let tenure = model.tenure(of: course.customer.name, in: course.group, at: moment)
    if mutation == .lapsedAreNoCustomers, tenure.state == .lapsed { return }
    var row = scope.divided(present.bought.purchase, byCurrency: true)
    if let currency = forecast.plan.currency { row["currency"] = currency }
    row["state"] = tenure.state.rawValue
    row["fromDays"] = String(fromDays(tenure.total))
    table.add(1, "customers", row)
    if let first = firstReduced(course, model), scope.contains(first) {
      table.add(1, "reachedYear", row)
    }
    let doubts = ModelDoubts(course: course, facts: scope.facts, settings: facts.settings)
    if doubts.isIncomplete { table.add(1, "incomplete", row) }
    if doubts.isUncertain { table.add(1, "uncertain", row) }
    if !forecast.plan.isKnown { table.add(1, "unpriced", row) }
    table.add(forecast.savingAhead(), "savesNextYear", row)
    addEnd(forecast, to: &table, row)
    addLapse(tenure, forecast, to: &table, row)
  }

  private func addEnd(
    _ forecast: ModelForecast, to table: inout ModelTable, _ row: ModelReportRow
  ) {
    guard forecast.isCanceled, let end = forecast.serviceEnd else { return }
    for days in [Int64(7), 30] where end - forecast.moment <= days * Self.day {
      table.add(1, "endsWithin\(days)", row)
    }
  }

  /// Adds a customer without paid service whose time will be lost, unless a return is known.
  private func addLapse(
    _ tenure: ModelTenure, _ forecast: ModelForecast, to table: inout ModelTable,
    _ row: ModelReportRow
  ) {
    guard tenure.state == .paused, tenure.total > 0, var restartsAt = tenure.restartsAt,
      !forecast.course.periods.contains(where: {
        $0.purchaseDate > forecast.moment && $0.start <= restartsAt
      })
    else { return }
    if mutation == .lapseWithoutSummerTime { restartsAt -= 3_600_000 }
    var cost: Int128?
    for days in [Int64(7), 14, 30] where restartsAt - forecast.moment <= days * Self.day {
      let known = cost ?? forecast.savingAfterReturn()
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

  /// Returns the first charge at the lower rate that was not given back in full.
  private func firstReduced(_ course: ModelCourse, _ model: TenureModel) -> Int64? {
    let services = model.servicesBefore(course.periods)
    return course.periods.filter { period in
      period.bought.isCharged
        && services[period.transactionID, default: 0] >= facts.settings.yearOfService
        && period.bought.revocation(at: Instant(milliseconds: .max))?.isOfAll != true
    }.map(\.purchaseDate).min()
  }
}
