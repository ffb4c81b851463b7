import Ledger
import Postgres
import Reports

/// The deferred revenue of a time for each combination of a report's dimensions: what was owed at its
/// beginning, what was added, earned and given back, and what was owed at its end.
struct DeferredSums {
  struct Sum: Equatable {
    var opening: Int128 = 0
    var billed: Int128 = 0
    var recognized: Int128 = 0
    var refunded: Int128 = 0
    /// The parts that a change of the rules made of what was recognized and refunded in closed periods.
    var recognizedByRules: Int128 = 0
    var refundedByRules: Int128 = 0
    /// The change of the debt at the beginning that a change of the rules made.
    var byRules: Int128 = 0
    var closing: Int128 = 0
    /// The months of running commitments that are still to be charged at the end, and their price.
    var committedMonths: Int64 = 0
    var committed: Int128 = 0

    /// - Parameter isPart: true for one of several sums, whose openings and closings do not add up.
    fileprivate func values(isPart: Bool) -> [Report.Value] {
      let changes = [billed, recognized, refunded, byRules].map { Report.Value.money($0) }
      return isPart
        ? [.balance(opening)] + changes
          + [.balance(closing), .measure(committedMonths), .balance(committed)]
        : [.money(opening)] + changes
          + [.money(closing), .number(Int128(committedMonths)), .money(committed)]
    }

    fileprivate mutating func add(_ before: RevenuePosition, _ after: RevenuePosition) {
      opening += Int128(before.deferred)
      billed += Int128(after.billed - before.billed)
      recognized += Int128(after.recognized - before.recognized)
      refunded += Int128(after.refunded - before.refunded)
      closing += Int128(after.deferred)
    }

    fileprivate var isEmpty: Bool { self == Sum() }
  }

  let from: Instant
  /// The first moment after the time.
  let to: Instant
  private let dimensions: Set<ReportDimension>
  /// The parts of the time with their ends.
  private let parts: [(name: String?, end: Instant)]
  private(set) var sums: [JournalSums.Key: Sum] = [:]

  init(
    from: Instant, to: Instant, by dimensions: Set<ReportDimension>,
    _ interval: ReportInterval? = nil
  ) {
    self.from = from
    self.to = to
    self.dimensions = dimensions
    parts = interval?.parts(from: from, to: to).map { ($0.name, $0.end) } ?? [(nil, to)]
  }

  mutating func add(_ price: DeferredPrice) {
    let heading = price.heading
    var key = JournalSums.Key(
      heading.productID, heading.subscriptionGroupID, heading.storefront, heading.currency,
      by: dimensions)
    var before = price.position(before: from)
    for part in parts {
      let after = price.position(before: part.end)
      key.date = part.name
      if before != after || after.deferred != 0 { sums[key, default: Sum()].add(before, after) }
      before = after
    }
  }

  /// Adds the rows of `period_deferred_read.sql`.
  mutating func add(_ rows: Rows) throws {
    for row in rows {
      var columns = ColumnReader(row)
      let key = JournalSums.Key(
        product: try columns.next(), group: try columns.next(), storefront: try columns.next(),
        currency: try columns.next())
      sums[key] = Sum(
        opening: try columns.nextSum(), billed: try columns.nextSum(),
        recognized: try columns.nextSum(), refunded: try columns.nextSum(),
        recognizedByRules: try columns.nextSum(), refundedByRules: try columns.nextSum(),
        byRules: try columns.nextSum(), closing: try columns.nextSum(),
        committedMonths: try columns.next(), committed: try columns.nextSum())
    }
  }

  /// The ends of the parts of the time.
  var ends: [Instant] { parts.map(\.end) }

  /// Adds the commitments of one chain: those of the periods that run at the ends of some parts of the time, and
  /// not of a grace or another access after them. A price that is not known counts as nothing.
  mutating func add(
    _ course: SubscriberCourse, of group: SubscriptionGroupID, at ends: Set<Instant>
  ) {
    for part in parts where ends.contains(part.end) {
      guard let period = course.period(before: part.end), part.end <= period.end,
        let rest = period.commitmentRest, let currency = period.charge?.currency
      else { continue }
      var key = JournalSums.Key(
        period.productID, group, period.storefront, currency, by: dimensions)
      key.date = part.name
      sums[key, default: Sum()].committedMonths += Int64(rest.payments)
      sums[key, default: Sum()].committed += Int128(rest.price ?? 0)
    }
  }

  /// Lets the time begin with what closed periods left, and adds the difference from it.
  ///
  /// - Parameters:
  ///   - present: the closed periods as the books have them now.
  ///   - closed: the same periods as they were closed.
  ///   - origin: the reason of the difference.
  mutating func add(
    present: DeferredSums, less closed: DeferredSums, _ origin: JournalFigures.Origin
  ) {
    for key in Set(present.sums.keys).union(closed.sums.keys) {
      let (now, then) = (present.sums[key] ?? Sum(), closed.sums[key] ?? Sum())
      let debt = now.closing - then.closing
      let recognized = now.recognized - then.recognized - then.recognizedByRules
      let refunded = now.refunded - then.refunded - then.refundedByRules
      var place = key
      place.date = parts.first?.name
      var sum = sums[place] ?? Sum()
      sum.opening -= debt
      if origin == .rules {
        sum.byRules = debt
        sum.recognizedByRules = recognized
        sum.refundedByRules = refunded
      } else {
        sum.billed += debt + recognized + refunded
        sum.recognized += recognized
        sum.refunded += refunded
      }
      sums[place] = sum
    }
  }

  /// The postings by which each price was earned or given back before it was earned.
  var postings: [(key: JournalSums.Key, postings: [JournalPosting])] {
    sums.map { key, sum in
      (key, JournalPosting.postings(recognizing: sum.recognized, refunding: sum.refunded))
    }
  }

  /// The postings by which a change of the rules corrects those of closed periods.
  var postingsByRules: [(key: JournalSums.Key, postings: [JournalPosting])] {
    sums.map { key, sum in
      let postings = JournalPosting.postings(
        recognizing: sum.recognizedByRules, refunding: sum.refundedByRules)
      return (key, postings)
    }
  }

  /// The rows of the report, in the order of their texts.
  var rows: [[Report.Value]] {
    sums.filter { !$0.value.isEmpty }
      .map { key, sum in
        key.values + sum.values(isPart: parts.count > 1)
      }.sorted { $0.sortKey < $1.sortKey }
  }
}
