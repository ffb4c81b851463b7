import Ledger

/// The facts that every format says about a report beside its figures.
struct ReportHeading {
  private let report: Report

  init(_ report: Report) {
    self.report = report
  }

  /// The app, the environment and the time, for people.
  var title: String {
    "\(report.name.rawValue) of \(report.app) in \(report.environment.rawValue), \(month)\(time)"
  }

  /// The cut, the rules, the state and the units, for people.
  var cut: String {
    let known = report.knownAt.map { "as known at \($0), " } ?? ""
    let unit = report.name.specification.unit
    let counted =
      unit == .milliunits ? "amounts in units of the currency" : "in \(unit.rawValue)"
    return "\(known)position \(report.position), rules \(RulesChanged.present), "
      + "\(report.state.rawValue), \(counted)"
  }

  private var month: String {
    guard let period = report.period else { return "" }
    return period.calendar == .utc
      ? "\(period.name), " : "\(period.name) (\(period.calendar.rawValue)), "
  }

  private var time: String {
    guard report.name == .tenure else {
      return report.from.map { "from \($0) to before \(report.to)" } ?? "to before \(report.to)"
    }
    let reached = report.from.map { "; the year reached from \($0) on" } ?? ""
    return "at \(report.to)\(reached)"
  }
}
