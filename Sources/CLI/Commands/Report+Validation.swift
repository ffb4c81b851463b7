import ArgumentParser
import Foundation
import HTTP
import Ledger
import Reports
import Server

/// The options of a report that do not go together.
extension ReportCommand {
  func validate() throws {
    let report = try reportName()
    try checkRates(for: report.specification)
    try checkAppleFiles(for: report)
    _ = try checked()
    if accounts != nil, format != "hledger", format != "beancount" {
      throw ValidationError("--accounts is for --format hledger or beancount")
    }
  }

  /// Returns the options that the command shares with the route.
  func checked() throws -> ReportOptions {
    let report = try reportName()
    let moment = try knownAt.map { text in
      guard let moment = ReportMoment.read(text) else {
        throw ValidationError("--known-at is \(ReportMoment.rule)")
      }
      return moment
    }
    var texts: [ReportOption: String] = [.format: format]
    (texts[.from], texts[.to], texts[.period], texts[.by]) = (from, to, period, by)
    if calendar != ReportingPeriod.Calendar.utc.rawValue { texts[.calendar] = calendar }
    (texts[.lapsing], texts[.endsWithin]) = (lapsing.map { "\($0)" }, endsWithin.map { "\($0)" })
    (texts[.uncertain], texts[.subscriptions]) = ("\(uncertain)", "\(subscriptions)")
    do {
      return try ReportOptions(of: report, texts, knownAt: moment)
    } catch {
      throw ValidationError(sentence(error, report))
    }
  }

  private func sentence(_ fault: ReportFault, _ report: ReportName) -> String {
    switch fault {
    case .format:
      let formats = report.specification.formats.map(\.rawValue)
      return "--format is \(formats.joined(separator: ", "))"
        + NearestName.question(format, among: formats)
    case .calendar: return ReportingPeriod.Calendar.fault(calendar)
    case .by: return "--by takes \(ReportDivisions.rule(for: report))"
    case .period: return ReportingPeriod.fault
    case .moment(let option): return "--\(option.rawValue) is \(ReportMoment.rule)"
    case .idleCalendar:
      return
        "--calendar is for --period, --from and --to, for --by with day or month, and for the months of "
        + "retention"
    case .periodBesideTimes: return "--period stands for --from and --to: leave them out"
    case .byWithoutBeginning: return "--by with day or month needs --from or --period"
    case .reversed: return "--to must be later than --from"
    case .noAppleMonth:
      return
        "reconciliation compares Apple's days: name a month with --period, and --calendar pacific or "
        + "fiscal"
    case .days(let option), .listOf(.tenure, let option):
      return "\(Self.flag(option)) is a number of days from 1 to 366, for tenure only"
    case .listOf(let other, _):
      return "\(Self.lists(of: other)) are for the report \(other.rawValue) only"
    case .twoLists: return "\(Self.lists(of: report)) are two lists: ask for one of them"
    case .truth(let option): return "\(Self.flag(option)) takes no value"
    }
  }

  private static func lists(of report: ReportName) -> String {
    report.specification.lists.map { flag($0.option) }.joined(separator: " and ")
  }

  private static func flag(_ option: ReportOption) -> String {
    option == .endsWithin ? "--ends-within" : "--\(option.rawValue)"
  }

  /// Throws for a format that is no text on a terminal.
  func checkOutput(isTerminal: Bool = isatty(STDOUT_FILENO) != 0) throws {
    guard isTerminal, ReportFormat(rawValue: format)?.isBinary == true else { return }
    throw WrongUsage(
      "--format \(format) is not for a terminal: write it to a file, as in daicho report \(name) "
        + "--format \(format) > \(name).\(format)")
  }

  private func checkAppleFiles(for name: ReportName) throws {
    if let author {
      guard appleFiles != nil else { throw ValidationError("--author is for --apple-files only") }
      if let fault = PlainName.fault(recording: author) {
        throw ValidationError("--author \(fault)")
      }
    }
    guard name == .reconciliation || appleFiles == nil else {
      throw ValidationError("--apple-files is for the report reconciliation only")
    }
  }

  private func checkRates(for report: ReportSpecification) throws {
    guard (rates == nil) == (target == nil) else {
      throw ValidationError("--rates and --in belong together: name the file and the currency")
    }
    guard rates == nil || report.isConvertible else {
      let names = ReportName.allCases.filter(\.specification.isConvertible).map(\.rawValue)
      throw ValidationError("--rates is for the reports \(names.joined(separator: ", "))")
    }
    guard target?.wholeMatch(of: /[A-Z]{3}/) != nil || target == nil else {
      throw ValidationError("--in is a currency in three capitals, such as EUR")
    }
  }
}
