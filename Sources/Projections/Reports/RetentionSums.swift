import Ledger
import Reports

/// The customers of each month who are still there at the ends of later months.
///
/// A customer belongs to the month of the first payment, and is there at a moment if a subscription
/// serves, paid or in grace.
struct RetentionSums: CourseSums {
  private struct Key: Hashable {
    let place: SubscriberKey
    let cohort: Int
    let age: Int
  }

  private struct Sum {
    var customers: Int64 = 0
    var retained: Int64 = 0

    /// The part of the customers who are there, with four decimals and rounded half up, as 0.8333.
    var share: String {
      let parts = (retained * 20_000 + customers) / (customers * 2)
      return "\(parts / 10_000).\(String(parts % 10_000 + 10_000).dropFirst())"
    }
  }

  /// A month before the App Store opened.
  private static let first = "2008-01"

  private let dimensions: Set<ReportDimension>
  private let from: Instant
  /// The months that have ended, in order.
  private let months: [ReportingPeriod]
  private var sums: [Key: Sum] = [:]

  init(
    _ dimensions: Set<ReportDimension>, from: Instant, to: Instant,
    by calendar: ReportingPeriod.Calendar
  ) {
    self.dimensions = dimensions
    self.from = from
    months = Array(
      sequence(state: ReportingPeriod(Self.first, by: calendar)) { month in
        defer { month = month?.next }
        return month.flatMap { $0.to <= to ? $0 : nil }
      })
  }

  mutating func add(_ course: SubscriberCourse, of group: SubscriptionGroupID) {
    guard let first = course.firstPaid, let period = first.after,
      let cohort = months.lastIndex(where: { $0.from <= first.moment }),
      first.moment < months[cohort].to
    else { return }
    let place = SubscriberKey(period, of: group, by: dimensions)
    for index in cohort..<months.count where from < months[index].to {
      let key = Key(place: place, cohort: cohort, age: index - cohort)
      sums[key, default: Sum()].customers += 1
      if course.period(before: months[index].to) != nil { sums[key]?.retained += 1 }
    }
  }

  var rows: [[Report.Value]] {
    sums.sorted {
      ($0.key.cohort, $0.key.place, $0.key.age) < ($1.key.cohort, $1.key.place, $1.key.age)
    }.map { key, sum in
      [.text(months[key.cohort].name), .measure(Int64(key.age))] + key.place.values
        + [.number(Int128(sum.customers)), .number(Int128(sum.retained)), .text(sum.share)]
    }
  }
}
