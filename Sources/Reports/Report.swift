package import Ledger

/// The names of the reports.
package enum ReportName: String, CaseIterable, Sendable {
  case commission
  case sales
  case proceeds
  case deferredRevenue = "deferred-revenue"
  case refunds
  case journal
  case coins
  case subscribers
  case monthlyRecurringRevenue = "mrr"
  case retention
  case reconciliation
  case tenure
}

/// A dimension by which the figures of a report are divided.
package enum ReportDimension: String, CaseIterable, Sendable {
  case product, group, storefront, currency
}

/// A request for a report.
package struct ReportRequest: Sendable {
  package private(set) var name: ReportName
  package let environment: StoreEnvironment
  package let app: BundleID
  /// The first moment of the report; nil for the beginning.
  package var from: Instant?
  /// The first moment after the report; nil for now. A report of a state describes this moment.
  package var to: Instant?
  /// The moment after which records are left out; nil for everything known now.
  package var knownAt: Instant?
  /// The month that the request names; nil if it names another time.
  package private(set) var period: ReportingPeriod?
  /// The calendar by which days and months are told apart.
  package var calendar = ReportingPeriod.Calendar.utc
  /// The dimensions of the figures. Money is never added up across currencies, even if `currency`
  /// is left out.
  package var dimensions: Set<ReportDimension> = Set(ReportDimension.allCases)
  /// The days or months by which the figures are divided too; nil for sums of the whole time.
  package var intervals: ReportInterval.Length?
  /// The list that takes the place of the figures; nil for the figures.
  package var list: ReportList?

  /// The days or months of the calendar by which the figures are divided.
  package var interval: ReportInterval? {
    intervals.map { ReportInterval(length: $0, calendar: calendar) }
  }

  package init(_ name: ReportName, of app: BundleID, in environment: StoreEnvironment = .production)
  {
    self.name = name
    self.app = app
    self.environment = environment
  }

  /// Makes a month the time of the report.
  package mutating func limit(to period: ReportingPeriod) {
    self.period = period
    (from, to, calendar) = (period.from, period.to, period.calendar)
  }

  /// Returns the request for another report of the same time.
  package func named(_ name: ReportName) -> ReportRequest {
    var request = self
    request.name = name
    return request
  }
}

/// A table of figures at a cut of the log.
package struct Report: Sendable {
  package enum Value: Sendable, Hashable {
    case text(String?)
    /// A count, which may be added up.
    case number(Int128)
    /// A number that may not be added up, such as a length in days; nil if it is unknown.
    case measure(Int64?)
    /// A number with decimals that may not be added up, such as a share of a price; nil if it is unknown.
    case decimal(String?)
    /// An amount in milliunits of the row's currency; nil if it is unknown.
    case money(Int128?)
    /// An amount at a moment, which may not be added up over several moments.
    case balance(Int128)

    package var isZero: Bool {
      switch self {
      case .number(0), .measure(0), .money(0), .balance(0): true
      case .number, .measure, .decimal, .money, .balance, .text: false
      }
    }
  }

  /// The state of the books of a report's time.
  package enum State: String, Sendable, Hashable {
    /// The time is over, and its books are not closed.
    case open
    /// The books of the time are closed to its end.
    case closed
    /// The time is not over: its figures will change.
    case unfinished
  }

  package let name: ReportName
  package let environment: StoreEnvironment
  package let app: BundleID
  /// The month that was asked for by its name; nil for any other time.
  package let period: ReportingPeriod?
  package let calendar: ReportingPeriod.Calendar
  package private(set) var state = State.open
  package let from: Instant?
  package let to: Instant
  /// The moment after which records are left out; nil if only the position defines the cut.
  package let knownAt: Instant?
  /// The position of the log at the cut.
  package let position: PositionToken
  package private(set) var columns: [String]
  package private(set) var rows: [[Value]]

  /// Returns the report with other columns and rows.
  package func with(columns: [String], rows: [[Value]]) -> Report {
    var report = self
    (report.columns, report.rows) = (columns, rows)
    return report
  }

  /// Returns the report with the state of the books of its time.
  package func with(state: State) -> Report {
    var report = self
    report.state = state
    return report
  }

  /// Creates a report without the columns of dimensions that are not requested. The currency stays.
  ///
  /// - Parameter rows: a value for each column of the report's specification.
  package init(
    _ request: ReportRequest, to: Instant, knownAt: Instant?, position: PositionToken,
    rows: [[Value]]
  ) {
    let specification = request.name.specification
    let columns = specification.columns(for: request)
    let idle = specification.dimensions.subtracting(request.dimensions.union([.currency]))
    let shown = columns.indices.filter { index in
      !idle.contains { $0.rawValue == columns[index] }
    }
    name = request.name
    environment = request.environment
    app = request.app
    period = request.period
    calendar = request.calendar
    from = request.from
    self.to = to
    self.knownAt = knownAt
    self.position = position
    self.columns = shown.map { columns[$0] }
    self.rows = rows.map { row in shown.map { row[$0] } }
  }
}
