/// The clock of paid service: it runs while service is paid, stands still in gaps, and goes back to
/// zero at a lapse.
///
/// Periods are taken in by the start of service, each as it stands by refunds at one moment; no
/// second counts twice.
struct ServiceClock {
  /// Paid time of one transaction, half-open.
  struct Interval {
    let transactionID: TransactionID
    let start: Instant
    let end: Instant
  }

  let moment: Instant
  private(set) var lapse: Lapse
  /// Paid time of all runs, disjoint and ascending.
  private(set) var intervals: [Interval] = []
  /// The period served until the latest end of the present run.
  private(set) var last: ServicePeriod?
  /// Where the present run begins: its first moment, and its first paid interval.
  private(set) var runStart: Instant?
  private var runFirst = 0
  /// When service last began anew after too long a gap; nil where it never did.
  private(set) var restartedAt: Instant?
  /// All paid time of the present run, also what lies ahead.
  private var counted: Duration = .zero

  init(gapMax: Duration, at moment: Instant) {
    lapse = Lapse(gapMax: gapMax)
    self.moment = moment
  }

  mutating func take(_ period: ServicePeriod) {
    guard let service = period.service(at: moment) else { return }
    if lapse.restarts(at: service.start) { restart(at: service.start) }
    runStart = runStart ?? service.start
    if lapse.lastEnd.map({ $0 <= service.end }) ?? true { last = period }
    lapse.serve(until: service.end)
    count(period.transactionID, from: service.start, to: service.paidEnd)
  }

  private mutating func count(_ id: TransactionID, from start: Instant, to end: Instant) {
    let start = max(start, intervals.last?.end ?? start)
    guard start < end else { return }
    intervals.append(Interval(transactionID: id, start: start, end: end))
    counted += end - start
  }

  private mutating func restart(at moment: Instant) {
    restartedAt = moment
    runStart = nil
    runFirst = intervals.count
    counted = .zero
  }

  /// The paid intervals of the present run.
  var run: ArraySlice<Interval> { intervals[runFirst...] }

  /// Paid time of the present run up to `moment`; what follows is left out.
  func total(at moment: Instant) -> Duration {
    var total = counted
    for interval in run.reversed() {
      guard interval.end > moment else { break }
      total -= interval.end - max(interval.start, moment)
    }
    return total
  }

  /// What had accrued when this was charged; nothing where it begins anew.
  func total(before period: ServicePeriod) -> Duration {
    lapse.restarts(at: period.start) ? .zero : total(at: period.purchaseDate)
  }
}
