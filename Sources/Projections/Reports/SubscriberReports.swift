import EventStore
import Ledger
import Postgres
import Reports

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

  func report(_ request: ReportRequest) async throws -> Report {
    try await reports([request.name], request)[0].report
  }

  /// Makes the reports of some names, which are alike in everything else, by one reading of the customers.
  ///
  /// The time ends at the cut at the latest: how service ends that runs then is not known.
  func reports(_ names: [ReportName], _ request: ReportRequest) async throws -> [(
    name: ReportName, report: Report
  )] {
    let cut = try await cuts.cut(of: request)
    try await cuts.wait(for: cut.position)
    let shared = SharedState(try await log.reading.shared(upTo: cut.position.lanes[0] ?? 0))
    let (catalogs, settings) = (
      shared.catalogs(of: request.app), shared.settings(in: request.environment)
    )
    let to = min(request.to ?? cut.moment, cut.moment)
    let from = min(request.from ?? .distantPast, to)
    let start = names.map { name in
      Self.sums(name, request, from: from, to: to, catalogs)
    }
    let all = try await customers.reduce(start, request, at: cut.position) { sums, customer in
      for (history, course) in customer.courses(catalogs, settings: settings) {
        for index in sums.indices { sums[index].add(course, of: history.subscriptionGroupID) }
      }
    }
    return zip(names, all).map { name, sums in
      let report = Report(
        request.named(name), to: to, knownAt: cut.moment, position: log.token(cut.position),
        rows: sums.rows)
      return (name, report)
    }
  }

  private static func sums(
    _ name: ReportName, _ request: ReportRequest, from: Instant, to: Instant, _ catalogs: Catalogs
  ) -> any CourseSums {
    switch name {
    case .monthlyRecurringRevenue:
      RecurringRevenueSums(request.dimensions, from: from, to: to, catalogs)
    case .retention:
      RetentionSums(request.dimensions, from: from, to: to, by: request.calendar)
    default: SubscriberSums(request.dimensions, from: from, to: to)
    }
  }
}

/// Sums over the courses of all customers.
protocol CourseSums: Sendable {
  mutating func add(_ course: SubscriberCourse, of group: SubscriptionGroupID)

  var rows: [[Report.Value]] { get }
}
