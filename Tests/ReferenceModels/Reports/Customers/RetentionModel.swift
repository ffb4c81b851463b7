import Ledger

/// A reference model of the report of retention: each customer in each group, month by month.
package struct RetentionModel {
  private let facts: ModelReportFacts
  private let mutation: CustomersMutation?

  package init(_ facts: ModelReportFacts, mutation: CustomersMutation? = nil) {
    self.facts = facts
    self.mutation = mutation
  }

  package func rows(of question: ModelReportQuestion) -> [ModelReportRow] {
    let scope = CustomersScope(facts, question, mutation: mutation)
    let calendar = mutation == .monthsAreOfUTC ? .utc : question.calendar
    var table = ModelTable(columns: ["customers", "retained"])
    for course in scope.courses {
      guard let first = first(of: course), first.purchaseDate < scope.to
      else { continue }
      let cohort = ModelCohortMonth(of: first.purchaseDate, calendar)
      var month = cohort
      var months = 0
      while month.end <= scope.to {
        if scope.from.map({ $0 < month.end }) ?? true {
          var row = scope.divided(first.bought.purchase, byCurrency: false)
          row["cohort"] = cohort.name
          row["months"] = String(months)
          table.add(1, "customers", row)
          table.add(course.period(until: month.end) == nil ? 0 : 1, "retained", row)
        }
        month = ModelCohortMonth(of: month.end, calendar)
        months += 1
      }
    }
    return table.rows.map(withShare)
  }

  /// Returns the first paid period, refunded or not.
  private func first(of course: ModelCourse) -> ModelPeriod? {
    course.periods.first { $0.bought.isCharged || mutation == .cohortOfFirstService }
  }

  /// Returns the row with the retained part of its customers: four decimals, half up.
  private func withShare(_ row: ModelReportRow) -> ModelReportRow {
    var row = row
    let customers = row["customers"].flatMap { Int64($0) } ?? 0
    let retained = row["retained"].flatMap { Int64($0) } ?? 0
    guard customers > 0 else { return row }
    let share = (retained * 20_000 + customers) / (customers * 2)
    let decimals = String(share % 10_000)
    row["share"] =
      "\(share / 10_000)." + String(repeating: "0", count: 4 - decimals.count) + decimals
    return row
  }
}
