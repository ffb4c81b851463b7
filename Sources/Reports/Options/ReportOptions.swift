package import Ledger

/// The options of a request for a report, read and checked by the rules that every door shares.
package struct ReportOptions: Sendable {
  /// The most days of a list.
  private static let daysMax = 366

  package let report: ReportName
  package let format: ReportFormat
  private let calendar: ReportingPeriod.Calendar
  private let period: ReportingPeriod?
  private let from: Instant?
  private let to: Instant?
  private let knownAt: Instant?
  private let divisions: ReportDivisions?
  private let list: ReportList?

  /// - Parameters:
  ///   - texts: the options that are given, as they are written.
  ///   - moment: the moment after which facts are left out; nil for none.
  package init(
    of report: ReportName, _ texts: [ReportOption: String], knownAt moment: Instant?
  ) throws(ReportFault) {
    self.report = report
    knownAt = moment
    guard let format = ReportFormat(rawValue: texts[.format] ?? ReportFormat.json.rawValue),
      report.specification.formats.contains(format)
    else { throw .format }
    self.format = format
    let calendarName = texts[.calendar] ?? ReportingPeriod.Calendar.utc.rawValue
    guard let calendar = ReportingPeriod.Calendar(rawValue: calendarName) else { throw .calendar }
    self.calendar = calendar
    divisions = try Self.divisions(of: report, texts)
    let hasTime = [.period, .from, .to].contains { (option: ReportOption) in texts[option] != nil }
    guard
      texts[.calendar] == nil || hasTime || report == .retention || divisions?.intervals != nil
    else { throw .idleCalendar }
    from = try Self.moment(.from, texts, by: calendar)
    to = try Self.moment(.to, texts, by: calendar)
    period = try Self.period(texts, by: calendar)
    list = try Self.list(of: report, texts)
    if let from, let to, to <= from { throw .reversed }
    guard report != .reconciliation || period != nil && calendar != .utc else {
      throw .noAppleMonth
    }
  }

  /// The month whose kept bytes answer the request, if it is closed; nil if something narrows or divides the
  /// report otherwise than those that are kept.
  package var keptPeriod: ReportingPeriod? {
    divisions == nil && knownAt == nil ? period : nil
  }

  package func request(of app: BundleID, in environment: StoreEnvironment) -> ReportRequest {
    var request = ReportRequest(report, of: app, in: environment)
    (request.from, request.to, request.calendar) = (from, to, calendar)
    if let period { request.limit(to: period) }
    request.knownAt = knownAt
    divisions?.divide(&request)
    request.list = list
    return request
  }

  private static func divisions(
    of report: ReportName, _ texts: [ReportOption: String]
  ) throws(ReportFault) -> ReportDivisions? {
    guard let names = texts[.by] else { return nil }
    guard let divisions = ReportDivisions(names: names, of: report) else { throw .by }
    guard
      divisions.intervals == nil || report != .deferredRevenue || texts[.from] != nil
        || texts[.period] != nil
    else { throw .byWithoutBeginning }
    return divisions
  }

  private static func moment(
    _ option: ReportOption, _ texts: [ReportOption: String], by calendar: ReportingPeriod.Calendar
  ) throws(ReportFault) -> Instant? {
    guard let text = texts[option] else { return nil }
    guard let moment = ReportMoment.read(text, by: calendar) else { throw .moment(option) }
    return moment
  }

  private static func period(
    _ texts: [ReportOption: String], by calendar: ReportingPeriod.Calendar
  ) throws(ReportFault) -> ReportingPeriod? {
    guard let name = texts[.period] else { return nil }
    guard let period = ReportingPeriod(name, by: calendar) else { throw .period }
    guard texts[.from] == nil, texts[.to] == nil else { throw .periodBesideTimes }
    return period
  }

  /// Returns the only list that is requested.
  private static func list(
    of report: ReportName, _ texts: [ReportOption: String]
  ) throws(ReportFault) -> ReportList? {
    var requested: [ReportList] = []
    for specification in ReportSpecification.all {
      for option in specification.lists.map(\.option) {
        guard let text = texts[option], let list = try list(option, text) else { continue }
        guard specification.name == report else { throw .listOf(specification.name, option) }
        requested.append(list)
      }
    }
    guard requested.count < 2 else { throw .twoLists }
    return requested.first
  }

  /// Returns the list that an option asks for; nil if it asks for none.
  private static func list(
    _ option: ReportOption, _ text: String
  ) throws(ReportFault) -> ReportList? {
    switch option {
    case .lapsing: return .lapsing(withinDays: try days(option, text))
    case .endsWithin: return .ending(withinDays: try days(option, text))
    default:
      guard let isRequested = Bool(text) else { throw .truth(option) }
      guard isRequested else { return nil }
      return option == .uncertain ? .uncertain : .subscriptions
    }
  }

  private static func days(_ option: ReportOption, _ text: String) throws(ReportFault) -> Int {
    guard let days = Int(text), (1...daysMax).contains(days) else { throw .days(option) }
    return days
  }
}
