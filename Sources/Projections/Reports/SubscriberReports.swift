import EventStore
import Ledger
import Postgres

/// A maker of the reports that follow subscribers through a time: their number, the revenue that recurs,
/// and those who stay.
struct SubscriberReports: Sendable {
  private let log: EventLog
  private let cuts: ReportCuts
  private let customers: CustomerReading

  init(pool: Pool, log: EventLog, cuts: ReportCuts) {
    self.log = log
    self.cuts = cuts
    customers = CustomerReading(pool: pool, log: log, cuts: cuts)
  }

  /// Returns the number of subscribers at the beginning and the end of a time, and what changed it.
  func subscribers(_ request: ReportRequest) async throws -> Report {
    try await report(request, columns: SubscriberSums.columns) { span, _ in
      SubscriberSums(request.dimensions, from: span.from, to: span.to)
    }
  }

  /// Returns the monthly recurring revenue at the beginning and the end of a time, and what changed it.
  func recurringRevenue(_ request: ReportRequest) async throws -> Report {
    try await report(request, columns: RecurringRevenueSums.columns) { span, catalogs in
      RecurringRevenueSums(request.dimensions, from: span.from, to: span.to, catalogs)
    }
  }

  /// Returns the part of each month's new customers who are there at the ends of the months of a time.
  func retention(_ request: ReportRequest) async throws -> Report {
    try await report(request, columns: RetentionSums.columns) { span, _ in
      RetentionSums(request.dimensions, from: span.from, to: span.to, by: request.calendar)
    }
  }

  /// Makes sums over all customers. The time ends at the cut at the latest: how service ends that runs
  /// then is not known.
  private func report<Sums: CourseSums>(
    _ request: ReportRequest, columns: [String],
    _ sums: ((from: Instant, to: Instant), Catalogs) -> Sums
  ) async throws -> Report {
    let cut = try await cuts.cut(of: request)
    try await cuts.wait(for: cut.position)
    let shared = SharedState(try await log.shared(upTo: cut.position.lanes[0] ?? 0))
    let (catalogs, settings) = (
      shared.catalogs(of: request.app), shared.settings(in: request.environment)
    )
    let to = min(request.to ?? cut.moment, cut.moment)
    let start = sums((request.from ?? .distantPast, to), catalogs)
    let all = try await customers.reduce(start, request, at: cut.position) { sums, customer in
      for (history, course) in customer.courses(catalogs, settings: settings) {
        sums.add(course, of: history.subscriptionGroupID)
      }
    }
    return Report(
      request, to: to, knownAt: cut.moment, position: log.token(cut.position), columns: columns,
      rows: all.rows)
  }
}

/// Sums over the courses of all customers.
protocol CourseSums: Sendable {
  mutating func add(_ course: SubscriberCourse, of group: SubscriptionGroupID)

  var rows: [[Report.Value]] { get }
}
