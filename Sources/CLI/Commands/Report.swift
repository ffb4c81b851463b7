import ArgumentParser
import Foundation
import Ledger
import Projections
import Reports
import Server

/// The command that prints finance reports.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Print what was earned, what is owed, and who pays.",
    discussion: contents + """
       Days are in UTC unless --calendar says otherwise. A closed --period is printed as it was kept. Money in \
      JSON and CSV is in thousandths of the currency's unit.
      """)

  /// The reports, each with its contents.
  private static let contents = ReportSpecification.all
    .map { "\($0.name.rawValue): \($0.about)." }.joined(separator: " ")

  @OptionGroup var options: SettingsOptions
  @Argument(
    help: "\(Self.names(of: ReportSpecification.all, "or")).",
    completion: .list(ReportName.allCases.map(\.rawValue))
  )
  var name: String
  @Option(help: "The first moment, \(ReportMoment.rule).")
  var from: String?
  @Option(help: "The first moment after the period; by default now.")
  var to: String?
  @Option(help: "A month, as 2026-10, in place of --from and --to.")
  var period: String?
  @Option(
    help: """
      utc, pacific or fiscal: of the month --period, of the days --from and --to, and of the days and \
      months of --by and of retention.
      """, completion: .calendars
  )
  var calendar = ReportingPeriod.Calendar.utc.rawValue
  @Option(help: "Leave out what was learned later.")
  var knownAt: String?
  @Option(
    help: """
      Group by these, comma-separated: \(ReportDimension.allCases.map(\.rawValue).joined(separator: ", ")); \
      \(Self.names(of: ReportSpecification.all.filter(\.hasIntervals), "and")) also by day or month.
      """
  )
  var by: String?
  @Option(
    help: "For tenure: list customers who will lose it within this many days unless they pay again."
  )
  var lapsing: Int?
  @Option(
    help: """
      For tenure: list customers whose service ends within this many days, because renewals are \
      switched off.
      """
  )
  var endsWithin: Int?
  @Flag(
    help: """
      For reconciliation: list the charges whose rate or days are uncertain, each with the rate that \
      Apple's files tell.
      """
  )
  var uncertain = false
  @Flag(
    help: """
      For reconciliation: compare the numbers of subscriptions with Apple's files of active \
      subscriptions and of subscription events, by day, product and storefront.
      """
  )
  var subscriptions = false
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentOption
  @Option(
    help: "table, json, csv or xlsx, a workbook; for journal also hledger or beancount.",
    completion: .list(ReportFormat.allCases.map(\.rawValue)))
  var format = "table"
  @Option(
    help: """
      For hledger and beancount: a JSON file with the names of some accounts, such as \
      {"receivable": "Assets:Apple"}.
      """, completion: .file()
  )
  var accounts: String?

  @Option(
    help: """
      For reconciliation: a folder of report files from App Store Connect, which are kept. Those of \
      before are compared in any case. What Apple settled by them is recorded for the journal.
      """, completion: .directory
  )
  var appleFiles: String?
  @Option(help: "With --apple-files: the person who imports them; by default the login's name.")
  var author: String?

  @Option(
    help: """
      A CSV file with the columns date, currency and rate: what one unit is worth, from that day on, in \
      the currency of --in. The rate and its day are shown.
      """, completion: .file()
  )
  var rates: String?
  @Option(name: .customLong("in"), help: "The currency into which --rates leads, such as EUR.")
  var target: String?

  func run() async throws {
    try checkOutput()
    let report = try checked()
    let settings = try options.settings()
    let apps = try TrustedFiles(settings).apps
    let bundleID = try apps.named(app)
    if let appleFiles {
      let told = try await AppleFileImport.run(
        settings, folder: appleFiles, by: author ?? NSUserName(), app: app, in: environment.value)
      try Printing.text(told, to: .standardError)
    }
    do {
      try await ProjectedLedger.withReports(settings, about: apps) { service in
        if accounts == nil, rates == nil, let period = report.keptPeriod,
          let kept = try await service.kept(
            report.report, format, of: period, bundleID, in: environment.value)
        {
          try Printing.bytes(Data(kept))
        } else {
          let request = report.request(of: bundleID, in: environment.value)
          try show(try converted(try await service.report(request)))
        }
      }
    } catch let error as TooManyIntervals {
      throw WrongUsage("--by \(error)")
    } catch let error as WorksheetTooLarge {
      throw WrongUsage("--format \(error)")
    }
  }

  /// Returns the report in the currency of `--in`, if there is one.
  private func converted(_ report: Report) throws -> Report {
    guard let rates, let target else { return report }
    guard let contents = FileManager.default.contents(atPath: rates) else {
      throw WrongUsage("\(rates) cannot be read: --rates names a CSV file")
    }
    do {
      let table = try ExchangeRates(csv: String(decoding: contents, as: UTF8.self), into: target)
      return try ReportConversion(by: table, report.calendar).convert(report)
    } catch {
      throw WrongUsage("\(rates): \(error)")
    }
  }

  func reportName() throws -> ReportName {
    guard let name = ReportName(rawValue: name) else {
      let names = ReportName.allCases.map(\.rawValue)
      throw ValidationError(
        "There is no report `\(name)`; there are \(names.joined(separator: ", "))"
          + NearestName.question(name, among: names))
    }
    return name
  }

  /// Returns names as a choice in a sentence, such as `sales, proceeds and commission`.
  static func names(of reports: [ReportSpecification], _ conjunction: String) -> String {
    let names = reports.map(\.name.rawValue)
    return "\(names.dropLast().joined(separator: ", ")) \(conjunction) \(names.last ?? "")"
  }

  private func show(_ report: Report) throws {
    switch ReportFormat(rawValue: format) {
    case .json: try Printing.json(ReportBody(report))
    case .table, nil: try Printing.text(ReportTable.lines(report))
    case let other?:
      try Printing.bytes(Data(try ReportFile.bytes(report, as: other, accounts: chart())))
    }
  }

  /// Returns the names of the accounts, from the file or the standard ones.
  private func chart() throws -> ChartOfAccounts {
    guard let accounts else { return .standard }
    guard let contents = FileManager.default.contents(atPath: accounts) else {
      throw WrongUsage("\(accounts) cannot be read: --accounts names a JSON file")
    }
    do {
      return try ChartOfAccounts(json: contents)
    } catch {
      throw WrongUsage("\(accounts): \(error)")
    }
  }
}
