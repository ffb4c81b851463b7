import ArgumentParser
import Foundation
import HTTP
import Ledger
import Projections
import Server

/// The options of a report that do not go together.
extension ReportCommand {
  func validate() throws {
    let name = try reportName()
    try checkRates(for: name)
    try checkAppleFiles(for: name)
    let formats = ReportFormat.formats(of: name).map(\.rawValue)
    guard formats.contains(format) else {
      throw ValidationError(
        "--format is \(formats.joined(separator: ", "))"
          + NearestName.question(format, among: formats))
    }
    if accounts != nil, format != "hledger", format != "beancount" {
      throw ValidationError("--accounts is for --format hledger or beancount")
    }
    guard
      try calendarKind() == .utc || [period, from, to].contains(where: { $0 != nil })
        || name == .retention || divisions()?.intervals != nil
    else {
      throw ValidationError(
        "--calendar is for --period, --from and --to, for --by with day or month, and for the months of "
          + "retention")
    }
    if let period {
      _ = try ReportingPeriod.read(period, calendar)
      guard from == nil, to == nil else {
        throw ValidationError("--period stands for --from and --to: leave them out")
      }
    }
    let (from, to) = (try moment(from, "--from"), try moment(to, "--to"))
    _ = try moment(knownAt, "--known-at", by: .utc)
    if let from, let to, to <= from { throw ValidationError("--to must be later than --from") }
    let divisions = try divisions()
    guard divisions?.intervals == nil || name != .deferredRevenue || from != nil || period != nil
    else { throw ValidationError("--by with day or month needs --from or --period") }
    if let lapsing, name != .tenure || !(1...366).contains(lapsing) {
      throw ValidationError("--lapsing is a number of days from 1 to 366, for tenure only")
    }
    if let endsWithin, name != .tenure || !(1...366).contains(endsWithin) {
      throw ValidationError("--ends-within is a number of days from 1 to 366, for tenure only")
    }
    if lapsing != nil, endsWithin != nil {
      throw ValidationError("--lapsing and --ends-within are two lists: ask for one of them")
    }
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
    guard name == .reconciliation else {
      guard appleFiles == nil else {
        throw ValidationError("--apple-files is for the report reconciliation only")
      }
      guard !uncertain, !subscriptions else {
        throw ValidationError(
          "--uncertain and --subscriptions are for the report reconciliation only")
      }
      return
    }
    guard !uncertain || !subscriptions else {
      throw ValidationError("--uncertain and --subscriptions are two lists: ask for one of them")
    }
    guard period != nil, calendar != ReportingPeriod.Calendar.utc.rawValue else {
      throw ValidationError(
        "reconciliation compares Apple's days: name a month with --period, and --calendar pacific or "
          + "fiscal")
    }
  }

  private func checkRates(for name: ReportName) throws {
    guard (rates == nil) == (target == nil) else {
      throw ValidationError("--rates and --in belong together: name the file and the currency")
    }
    guard rates == nil || ReportConversion.reports.contains(name) else {
      let names = ReportName.allCases.filter(ReportConversion.reports.contains).map(\.rawValue)
      throw ValidationError("--rates is for the reports \(names.oneOf)")
    }
    guard target?.wholeMatch(of: /[A-Z]{3}/) != nil || target == nil else {
      throw ValidationError("--in is a currency in three capitals, such as EUR")
    }
  }
}
