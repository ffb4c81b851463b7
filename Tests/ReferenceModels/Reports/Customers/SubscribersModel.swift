import Ledger

/// A reference model of the report of subscribers: the changes of each customer's service, one by one.
package struct SubscribersModel {
  private let facts: ModelReportFacts
  private let mutation: CustomersMutation?

  package init(_ facts: ModelReportFacts, mutation: CustomersMutation? = nil) {
    self.facts = facts
    self.mutation = mutation
  }

  package static let columns = [
    "opening", "trials", "new", "recovered", "returnedInTime", "returnedLate", "switchedIn",
    "switchedOut", "endedByChoice", "endedByBilling", "endedByPrice", "endedByRefund",
    "endedOtherwise", "closing", "paying", "converted", "renewed", "recoveredInGrace",
  ]

  package func rows(of question: ModelReportQuestion) -> [ModelReportRow] {
    let scope = CustomersScope(facts, question, mutation: mutation)
    var table = ModelTable(columns: Self.columns)
    for course in scope.courses { add(course, to: &table, scope) }
    return table.rows
  }

  private func add(_ course: ModelCourse, to table: inout ModelTable, _ scope: CustomersScope) {
    func row(_ period: ModelPeriod) -> ModelReportRow {
      scope.divided(period.bought.purchase, byCurrency: false)
    }
    if let from = scope.from, let period = course.period(until: from) {
      table.add(1, "opening", row(period))
    }
    let end = mutation == .endBelongsToTime ? scope.to + 1 : scope.to
    if let period = course.period(until: end) {
      table.add(1, "closing", row(period))
      if isPaid(period) { table.add(1, "paying", row(period)) }
    }
    var wasTrial = false
    var hasPaid = false
    for step in course.steps {
      let isCounted = scope.contains(step.at)
      let isConversion = wasTrial && !hasPaid && step.after.map(isPaid) ?? false
      if isCounted { add(step, of: course, isConversion: isConversion, to: &table, row) }
      guard let period = step.after else { continue }
      if isPaid(period) { hasPaid = true } else { wasTrial = true }
    }
  }

  private func isPaid(_ period: ModelPeriod) -> Bool {
    period.bought.isCharged || mutation == .trialsArePaid
  }

  private func add(
    _ step: ModelCourse.Step, of course: ModelCourse, isConversion: Bool,
    to table: inout ModelTable, _ row: (ModelPeriod) -> ModelReportRow
  ) {
    if let period = step.after,
      let beginning = course.beginning(at: step, gapMax: facts.settings.gapMax, mutation)
    {
      table.add(1, Self.column(of: beginning), row(period))
    }
    if let period = step.before, let end = course.end(at: step, mutation) {
      table.add(1, Self.column(of: end), row(period))
    }
    if isConversion, let period = step.after { table.add(1, "converted", row(period)) }
    guard let before = step.before, let after = step.after else { return }
    if row(before) != row(after) {
      let isReturn = mutation == .switchesAreReturns
      table.add(1, isReturn ? "endedOtherwise" : "switchedOut", row(before))
      table.add(1, isReturn ? "returnedInTime" : "switchedIn", row(after))
    }
    let isSameChain = before.bought.chain == after.bought.chain
    guard after.purchaseDate == step.at, step.isEnd || isSameChain else { return }
    if after.start < after.purchaseDate {
      table.add(1, "recoveredInGrace", row(after))
    } else if !isConversion {
      table.add(1, "renewed", row(after))
    }
  }

  private static func column(of beginning: ModelBeginning) -> String {
    switch beginning {
    case .trial: "trials"
    case .new: "new"
    case .recovered: "recovered"
    case .returnedInTime: "returnedInTime"
    case .returnedLate: "returnedLate"
    }
  }

  private static func column(of end: ModelEnd) -> String {
    switch end {
    case .choice: "endedByChoice"
    case .billing: "endedByBilling"
    case .price: "endedByPrice"
    case .refund: "endedByRefund"
    case .other: "endedOtherwise"
    }
  }
}
