import Ledger
import Reports

/// The monthly recurring revenue by dimension and currency, at the beginning and the end of a time, and
/// what changed it.
///
/// In each row opening + new + returned + expansion + switchedIn - contraction - switchedOut - churned =
/// closing.
struct RecurringRevenueSums: CourseSums {
  private enum Figure: Int, CaseIterable {
    case opening, new, returned, expansion, contraction, switchedIn, switchedOut, churned, closing
  }

  private struct Key: Hashable {
    let place: SubscriberKey
    let currency: String?
  }

  private struct Sum {
    var amounts = [Int128](repeating: 0, count: Figure.allCases.count)
    var paying: Int64 = 0
    var unpriced: Int64 = 0
  }

  /// The monthly price of a subscriber who pays; the amount is nil if the price is unknown.
  private struct Revenue {
    let key: Key
    let amount: Int64?
  }

  private let dimensions: Set<ReportDimension>
  private let from: Instant
  private let to: Instant
  private let catalogs: Catalogs
  private var sums: [Key: Sum] = [:]

  init(
    _ dimensions: Set<ReportDimension>, from: Instant, to: Instant, _ catalogs: Catalogs
  ) {
    self.dimensions = dimensions
    self.from = from
    self.to = to
    self.catalogs = catalogs
  }

  mutating func add(_ course: SubscriberCourse, of group: SubscriptionGroupID) {
    if let opening = revenue(course.period(before: from), group) { add(opening, to: .opening) }
    for step in course.steps(from: from, before: to) {
      note(step, before: revenue(step.before, group), after: revenue(step.after, group))
    }
    guard let closing = revenue(course.period(before: to), group) else { return }
    add(closing, to: .closing)
    sums[closing.key]?.paying += 1
    if closing.amount == nil { sums[closing.key]?.unpriced += 1 }
  }

  /// Returns the revenue of a period; nil if none serves or it is free.
  private func revenue(_ period: ServicePeriod?, _ group: SubscriptionGroupID) -> Revenue? {
    guard let period, let charge = period.charge else { return nil }
    return Revenue(
      key: Key(
        place: SubscriberKey(period, of: group, by: dimensions), currency: charge.currency),
      amount: MonthlyPrice.of(period, catalogs))
  }

  private mutating func note(_ step: SubscriberStep, before: Revenue?, after: Revenue?) {
    switch (before, after) {
    case (nil, nil): break
    case (nil, let new?) where step.isFirstPayment: add(new, to: .new)
    case (nil, let new?): add(new, to: .returned)
    case (let old?, nil): add(old, to: .churned)
    case (let old?, let new?) where old.key != new.key:
      add(old, to: .switchedOut)
      add(new, to: .switchedIn)
    case (let old?, let new?):
      let change = (new.amount ?? 0) - (old.amount ?? 0)
      let difference = Revenue(key: new.key, amount: abs(change))
      if change != 0 { add(difference, to: change > 0 ? .expansion : .contraction) }
    }
  }

  private mutating func add(_ revenue: Revenue, to figure: Figure) {
    sums[revenue.key, default: Sum()].amounts[figure.rawValue] += Int128(revenue.amount ?? 0)
  }

  var rows: [[Report.Value]] {
    sums.map { key, sum in
      key.place.values + [.text(key.currency)] + sum.amounts.map(Report.Value.money)
        + [.number(Int128(sum.paying)), .number(Int128(sum.unpriced))]
    }.sorted { $0.sortKey < $1.sortKey }
  }
}
