/// A time without service between two periods of a customer.
package struct ServiceGap: Hashable, Sendable {
  /// The transaction whose service ended the gap.
  package let endedBy: TransactionID
  /// The latest end of all service before the gap.
  package let start: Instant
  package let end: Instant
  /// True if the gap was too long, so that the count began again at zero.
  package let restarts: Bool

  package var wholeDays: Int { (end - start).wholeDays }
}

/// The clock of paid service. It runs while service is paid, stops in gaps, and returns to zero at
/// a lapse.
///
/// Periods are applied by the start of service, each with its refunds as of one moment. No second
/// counts twice.
struct ServiceClock {
  /// The paid time of one transaction, half-open.
  struct Interval {
    let transactionID: TransactionID
    let start: Instant
    let end: Instant
  }

  let moment: Instant
  private(set) var lapse: Lapse
  /// The paid time of all runs, disjoint and ascending.
  private(set) var intervals: [Interval] = []
  /// The gaps between periods, by their end.
  private(set) var gaps: [ServiceGap] = []
  /// The period with the latest end of service in the present run.
  private(set) var last: ServicePeriod?
  /// The first moment of the present run.
  private(set) var runStart: Instant?
  private var runFirst = 0
  /// The moment at which service last restarted after too long a gap; nil if it never did.
  private(set) var restartedAt: Instant?
  /// The paid time of the present run, including future time.
  private var counted: Duration = .zero
  /// The paid time of all runs, including future time.
  private var countedOfAllRuns: Duration = .zero

  init(gapMax: Duration, at moment: Instant) {
    lapse = Lapse(gapMax: gapMax)
    self.moment = moment
  }

  mutating func apply(_ period: ServicePeriod) {
    guard let service = period.service(at: moment) else { return }
    noteGap(before: period.transactionID, at: service.start)
    if lapse.restarts(at: service.start) { restart(at: service.start) }
    runStart = runStart ?? service.start
    if lapse.lastEnd.map({ $0 <= service.end }) ?? true { last = period }
    lapse.serve(until: service.end)
    count(period.transactionID, from: service.start, to: service.paidEnd)
  }

  private mutating func noteGap(before id: TransactionID, at start: Instant) {
    guard let end = lapse.lastEnd, end < start else { return }
    gaps.append(
      ServiceGap(endedBy: id, start: end, end: start, restarts: lapse.restarts(at: start)))
  }

  private mutating func count(_ id: TransactionID, from start: Instant, to end: Instant) {
    let start = max(start, intervals.last?.end ?? start)
    guard start < end else { return }
    intervals.append(Interval(transactionID: id, start: start, end: end))
    counted += end - start
    countedOfAllRuns += end - start
  }

  private mutating func restart(at moment: Instant) {
    restartedAt = moment
    runStart = nil
    runFirst = intervals.count
    counted = .zero
  }

  /// The paid intervals of the present run.
  var run: ArraySlice<Interval> { intervals[runFirst...] }

  /// Returns the paid time of the present run up to `moment`, without later time.
  func total(at moment: Instant) -> Duration { counted - run.time(after: moment) }

  /// Returns the service accrued when a period was charged; the count is zero if the period restarts
  /// it.
  func service(before period: ServicePeriod) -> AccruedService {
    let charged = period.purchaseDate
    return AccruedService(
      counted: lapse.restarts(at: period.start) ? .zero : total(at: charged),
      unbroken: countedOfAllRuns - intervals[...].time(after: charged))
  }
}

extension ArraySlice<ServiceClock.Interval> {
  /// Returns the part of ascending intervals after a moment. Looks no further back than it must.
  fileprivate func time(after moment: Instant) -> Duration {
    var time = Duration.zero
    for interval in reversed() {
      guard interval.end > moment else { break }
      time += interval.end - Swift.max(interval.start, moment)
    }
    return time
  }
}
