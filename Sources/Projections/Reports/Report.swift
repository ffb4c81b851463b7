package import Ledger

/// The names of the reports.
package enum ReportName: String, CaseIterable, Sendable {
  /// Apple's commission on the charges of a period, with the reasons.
  case commission
  /// The charges of a period and what was given back in it, before tax and commission.
  case sales
  /// The rest of the sales of a period after the estimated tax and Apple's commission.
  case proceeds
  /// The debt of service not yet given to customers, at the beginning and the end of a period.
  case deferredRevenue = "deferred-revenue"
  /// The refunds of a period, one by one, with their customers.
  case refunds
  /// The postings of a period, by day.
  case journal
  /// The coins that players may still spend, at the beginning and the end of a period.
  case coins
  /// The customers who came, went on, left and came back in a period.
  case subscribers
  /// The monthly recurring revenue at the beginning and the end of a period.
  case monthlyRecurringRevenue = "mrr"
  /// The part of the customers of each month who are still there in later months.
  case retention
  /// The bridge from the sales and proceeds of a period to those of Apple's report files.
  case reconciliation
  /// The number of customers at each stage on the way to a year of paid service, and its worth.
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
  /// The days of a list of customers who will lose their tenure within so many days. The list
  /// replaces the distribution in a tenure report.
  package var lapsingWithinDays: Int?
  /// The days of a list of customers whose service ends within so many days because renewals are
  /// switched off. The list replaces the distribution in a tenure report.
  package var endsWithinDays: Int?
  /// True for the list of charges whose rate or days are uncertain. The list replaces the bridge in a
  /// reconciliation report.
  package var listsUncertain = false
  /// True for the list that compares subscriptions with Apple's files. The list replaces the bridge in a
  /// reconciliation report.
  package var listsSubscriptions = false

  /// True if days are those of Pacific time, and not of UTC.
  package var hasPacificDays: Bool { calendar != .utc }

  /// The days or months of the calendar by which the figures are divided.
  var interval: ReportInterval? {
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

    var isZero: Bool {
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

  package let name: String
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
  init(
    _ request: ReportRequest, to: Instant, knownAt: Instant?, position: PositionToken,
    columns: [String], rows: [[Value]]
  ) {
    let idle = Set(ReportDimension.allCases).subtracting(request.dimensions.union([.currency]))
    let shown = columns.indices.filter { index in
      !idle.contains { $0.rawValue == columns[index] }
    }
    name = request.name.rawValue
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
