import Hummingbird
package import Ledger
package import Projections

/// The query parameters of a request for a report.
struct ReportQuery: Sendable {
  /// The parameters that every report accepts.
  private static let allowed: Set<Query.Name> = [
    .app, .environment, .knownAt, .minPosition, .from, .to, .format, .by, .lapsing,
    .endsWithin, .uncertain, .subscriptions, .period, .calendar,
  ]

  /// The parameters that reports share with other reads.
  let common: Query

  init(_ request: Request) throws(Problem) {
    common = try Query(request, allowing: Self.allowed)
  }

  /// Returns the moment of `from` or `to`.
  ///
  /// - Parameter calendar: the calendar by which a day begins.
  func moment(
    _ name: Query.Name, by calendar: ReportingPeriod.Calendar
  ) throws(Problem) -> Instant? {
    guard let text = common[name] else { return nil }
    guard let moment = ReportMoment.read(text, by: calendar) else {
      throw Query.bad(name, "must be \(ReportMoment.rule)")
    }
    return moment
  }

  /// Returns the calendar of the report's days and months.
  func calendar(of report: ReportName) throws(Problem) -> ReportingPeriod.Calendar {
    let text = common[.calendar] ?? ReportingPeriod.Calendar.utc.rawValue
    guard let calendar = ReportingPeriod.Calendar(rawValue: text) else {
      let calendars = ReportingPeriod.Calendar.allCases.map(\.rawValue).oneOf
      throw Query.bad(.calendar, "must be \(calendars)")
    }
    let hasIntervals = try divisions(of: report)?.intervals != nil
    let times: [Query.Name] = [.period, .from, .to]
    let hasTime = times.contains { common[$0] != nil }
    guard common[.calendar] == nil || hasTime || report == .retention || hasIntervals else {
      throw Query.bad(.calendar, "needs `period`, `from` or `to`, or `by` with day or month")
    }
    return calendar
  }

  /// Returns the month that `period` and `calendar` name.
  func period(of report: ReportName) throws(Problem) -> ReportingPeriod? {
    let calendar = try calendar(of: report)
    guard let name = common[.period] else { return nil }
    guard let period = ReportingPeriod(name, by: calendar) else {
      throw Query.bad(.period, "must be a month as 2026-10")
    }
    guard common[.from] == nil, common[.to] == nil else {
      throw Query.bad(.period, "stands for `from` and `to`: leave them out")
    }
    return period
  }

  /// True if nothing narrows or divides the report otherwise than those that are kept.
  var isPlain: Bool { common[.by] == nil && common[.knownAt] == nil }

  func format(of report: ReportName) throws(Problem) -> ReportFormat {
    guard let text = common[.format] else { return .json }
    let formats = ReportFormat.formats(of: report)
    guard let format = ReportFormat(rawValue: text), formats.contains(format) else {
      throw Query.bad(.format, "must be \(formats.map(\.rawValue).oneOf)")
    }
    return format
  }

  /// Returns the divisions of a report that `by` names.
  func divisions(of report: ReportName) throws(Problem) -> ReportDivisions? {
    guard let text = common[.by] else { return nil }
    guard let divisions = ReportDivisions(names: text, of: report) else {
      throw Query.bad(.by, "must be \(ReportDivisions.rule(for: report))")
    }
    guard
      divisions.intervals == nil || report != .deferredRevenue
        || common[.from] != nil || common[.period] != nil
    else { throw Query.bad(.by, "needs `from` or `period` for day or month") }
    return divisions
  }

  /// Returns true if a list is requested, `uncertain` or `subscriptions`.
  func lists(_ name: Query.Name) throws(Problem) -> Bool {
    guard let text = common[name] else { return false }
    guard let isAsked = Bool(text) else { throw Query.bad(name, "must be true or false") }
    return isAsked
  }

  /// Returns a number of days, `lapsing` or `endsWithin`.
  func days(_ name: Query.Name) throws(Problem) -> Int? {
    guard let text = common[name] else { return nil }
    guard let days = Int(text), (1...366).contains(days) else {
      throw Query.bad(name, "must be a number of days from 1 to 366")
    }
    return days
  }
}

/// The format of a report.
package enum ReportFormat: String, CaseIterable, Sendable {
  case table, json, csv, xlsx
  /// The journal as a file of plain text accounting.
  case hledger, beancount

  /// True for a format that is no text.
  package var isBinary: Bool { self == .xlsx }

  /// Returns the formats that a report has.
  package static func formats(of report: ReportName) -> [ReportFormat] {
    report == .journal ? allCases : [.table, .json, .csv, .xlsx]
  }
}

/// A moment in a request for a report: a full time, or a day, which begins at midnight of a calendar.
package enum ReportMoment {
  package static let rule = "a day as 2026-01-31 or a time as 2026-01-31T09:00:00.000Z"

  package static func read(
    _ text: String, by calendar: ReportingPeriod.Calendar = .utc
  ) -> Instant? {
    Instant(text) ?? CivilDate(text).map(calendar.start(of:))
  }
}

extension [String] {
  /// The names as a choice in a sentence.
  package var oneOf: String { joined(separator: ", ") }
}
