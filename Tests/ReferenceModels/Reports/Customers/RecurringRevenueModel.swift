import Ledger

/// A reference model of the report `mrr`: the monthly price of each customer in each group, change by change.
package struct RecurringRevenueModel {
  private let facts: ModelReportFacts
  private let mutation: CustomersMutation?

  package init(_ facts: ModelReportFacts, mutation: CustomersMutation? = nil) {
    self.facts = facts
    self.mutation = mutation
  }

  package static let columns = [
    "opening", "new", "returned", "expansion", "switchedIn", "contraction", "switchedOut",
    "churned", "closing", "paying", "unpriced",
  ]

  /// A paid period that serves, with its row and its price for a month.
  private struct Paid {
    let row: ModelReportRow
    let price: Int128?

    var amount: Int128 { price ?? 0 }
  }

  package func rows(of question: ModelReportQuestion) -> [ModelReportRow] {
    let scope = CustomersScope(facts, question, mutation: mutation)
    var table = ModelTable(columns: Self.columns)
    for course in scope.courses { add(course, to: &table, scope) }
    return table.rows
  }

  private func add(_ course: ModelCourse, to table: inout ModelTable, _ scope: CustomersScope) {
    let prices = ModelMonthlyPrice(events: scope.events, mutation: mutation)
    func paid(_ period: ModelPeriod?) -> Paid? {
      guard let period, let chain = course.chain(of: period),
        period.bought.isCharged || mutation == .trialsArePaid
      else { return nil }
      return Paid(
        row: scope.divided(period.bought.purchase, byCurrency: true),
        price: prices.price(of: period, in: chain))
    }
    if let from = scope.from, let open = paid(course.period(until: from)) {
      table.add(open.amount, "opening", open.row)
    }
    let end = mutation == .endBelongsToTime ? scope.to + 1 : scope.to
    if let closing = paid(course.period(until: end)) {
      table.add(closing.amount, "closing", closing.row)
      table.add(1, "paying", closing.row)
      if closing.price == nil { table.add(1, "unpriced", closing.row) }
    }
    var hasPaid = false
    for step in course.steps {
      let (before, after) = (paid(step.before), paid(step.after))
      if scope.contains(step.at) {
        add(from: before, to: after, isFirst: !hasPaid, to: &table)
      }
      if after != nil { hasPaid = true }
    }
  }

  private func add(from before: Paid?, to after: Paid?, isFirst: Bool, to table: inout ModelTable) {
    switch (before, after) {
    case (nil, nil): return
    case (nil, .some(let after)):
      table.add(after.amount, isFirst ? "new" : "returned", after.row)
    case (.some(let before), nil): table.add(before.amount, "churned", before.row)
    case (.some(let before), .some(let after)) where before.row == after.row:
      let change = after.amount - before.amount
      table.add(max(change, 0), "expansion", after.row)
      table.add(max(-change, 0), "contraction", after.row)
    case (.some(let before), .some(let after)):
      let isReturn = mutation == .switchesAreReturns
      table.add(before.amount, isReturn ? "churned" : "switchedOut", before.row)
      table.add(after.amount, isReturn ? "returned" : "switchedIn", after.row)
    }
  }
}
