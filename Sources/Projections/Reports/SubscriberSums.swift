import Ledger
import Reports

/// The number of subscribers by dimension: at the beginning and the end of a time, and what changed it.
///
/// In each row opening + trials + new + recovered + returnedInTime + returnedLate + switchedIn -
/// switchedOut - ended = closing.
struct SubscriberSums: CourseSums {
  private enum Figure: Int, CaseIterable {
    case opening, trials, new, recovered, returnedInTime, returnedLate, switchedIn, switchedOut
    case endedByChoice, endedByBilling, endedByPrice, endedByRefund, endedOtherwise
    case closing, paying, converted, renewed, recoveredInGrace
  }

  private let dimensions: Set<ReportDimension>
  private let from: Instant
  private let to: Instant
  private var sums: [SubscriberKey: [Int64]] = [:]

  init(_ dimensions: Set<ReportDimension>, from: Instant, to: Instant) {
    self.dimensions = dimensions
    self.from = from
    self.to = to
  }

  mutating func add(_ course: SubscriberCourse, of group: SubscriptionGroupID) {
    func key(_ period: ServicePeriod) -> SubscriberKey {
      SubscriberKey(period, of: group, by: dimensions)
    }
    if let opening = course.period(before: from) { count(.opening, key(opening)) }
    for step in course.steps(from: from, before: to) {
      note(step, before: step.before.map(key), after: step.after.map(key))
    }
    guard let closing = course.period(before: to) else { return }
    count(.closing, key(closing))
    if closing.isPaid { count(.paying, key(closing)) }
  }

  private mutating func note(
    _ step: SubscriberStep, before: SubscriberKey?, after: SubscriberKey?
  ) {
    switch (before, after) {
    case (nil, let key?): count(Self.arrival(step.kind), key)
    case (let key?, nil): count(Self.departure(step.kind), key)
    case (let old?, let new?) where old != new:
      count(.switchedOut, old)
      count(.switchedIn, new)
    default: break
    }
    guard let after else { return }
    if step.isFirstPayment, step.kind != .began { count(.converted, after) }
    if step.kind == .recoveredInGrace { count(.recoveredInGrace, after) }
    if step.kind == .renewed, !step.isFirstPayment { count(.renewed, after) }
  }

  private static func arrival(_ kind: SubscriberStep.Kind) -> Figure {
    switch kind {
    case .tried: .trials
    case .returnedInTime: .returnedInTime
    case .returnedLate: .returnedLate
    case .recovered: .recovered
    case .began, .renewed, .recoveredInGrace, .remained, .ended: .new
    }
  }

  private static func departure(_ kind: SubscriberStep.Kind) -> Figure {
    switch kind {
    case .ended(.choice): .endedByChoice
    case .ended(.billing): .endedByBilling
    case .ended(.priceIncrease): .endedByPrice
    case .ended(.refund): .endedByRefund
    default: .endedOtherwise
    }
  }

  private mutating func count(_ figure: Figure, _ key: SubscriberKey) {
    sums[key, default: [Int64](repeating: 0, count: Figure.allCases.count)][figure.rawValue] += 1
  }

  var rows: [[Report.Value]] {
    sums.sorted { $0.key < $1.key }.map { key, counts in
      key.values + counts.map { Report.Value.number(Int128($0)) }
    }
  }
}
