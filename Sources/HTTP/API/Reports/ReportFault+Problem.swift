import Reports

extension ReportFault {
  /// Returns the answer to a request with this fault.
  func problem(for report: ReportName) -> Problem {
    switch self {
    case .format:
      Query.bad(.format, "must be \(report.specification.formats.map(\.rawValue).oneOf)")
    case .calendar:
      Query.bad(.calendar, "must be \(ReportingPeriod.Calendar.allCases.map(\.rawValue).oneOf)")
    case .by: Query.bad(.by, "must be \(ReportDivisions.rule(for: report))")
    case .period: Query.bad(.period, "must be a month as 2026-10")
    case .moment(let option): Self.bad("`\(option.rawValue)` must be \(ReportMoment.rule).")
    case .days(let option): Self.bad("`\(option.rawValue)` must be a number of days from 1 to 366.")
    case .truth(let option): Self.bad("`\(option.rawValue)` must be true or false.")
    case .idleCalendar:
      Query.bad(.calendar, "needs `period`, `from` or `to`, or `by` with day or month")
    case .periodBesideTimes: Query.bad(.period, "stands for `from` and `to`: leave them out")
    case .byWithoutBeginning: Query.bad(.by, "needs `from` or `period` for day or month")
    case .reversed: Self.bad("`to` must be later than `from`.")
    case .noAppleMonth:
      Self.bad(
        "The report reconciliation compares Apple's days: name a month by `period`, and `calendar` "
          + "pacific or fiscal.")
    case .listOf(let other, _):
      Self.bad("\(Self.lists(of: other)) are for the report \(other.rawValue) only.")
    case .twoLists: Self.bad("\(Self.lists(of: report)) are two lists: ask for one of them.")
    }
  }

  private static func bad(_ detail: String) -> Problem {
    .badRequest("invalid_parameter", detail)
  }

  private static func lists(of report: ReportName) -> String {
    report.specification.lists.map { "`\($0.option.rawValue)`" }.joined(separator: " and ")
  }
}
