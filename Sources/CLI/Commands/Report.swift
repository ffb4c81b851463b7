import ArgumentParser
import Foundation
import HTTP
import Ledger
import Projections
import Server

/// The command that prints finance reports.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Print Apple's commission and its reasons, or the tenure of customers.",
    discussion: """
      commission: the charges from --from to before --to, by rate and reason. tenure: the number \
      of customers at each stage, at --to, of the year after which Apple keeps less, the saving \
      over the next year, and the cost of lapses; with --lapsing, the customers who are about to \
      lapse, and with --ends-within those whose subscription ends, each with the account. Days are in UTC. Money in JSON and CSV is in thousandths of the currency's unit.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "commission or tenure.")
  var name: String
  @Option(help: "The first moment, \(ReportMoment.rule).")
  var from: String?
  @Option(help: "The first moment after the period; by default now.")
  var to: String?
  @Option(help: "Leave out what was learned later.")
  var knownAt: String?
  @Option(help: "Group by these, comma-separated: product, group, storefront, currency.")
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
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentOption
  @Option(help: "table, json or csv.")
  var format = "table"

  func validate() throws {
    let name = try reportName()
    guard ReportFormat(rawValue: format) != nil else {
      throw ValidationError("--format is table, json or csv")
    }
    let (from, to) = (try moment(from, "--from"), try moment(to, "--to"))
    _ = try moment(knownAt, "--known-at")
    if let from, let to, to <= from { throw ValidationError("--to must be later than --from") }
    if let by, Set<ReportDimension>(names: by) == nil {
      throw ValidationError("--by takes product, group, storefront, currency, comma-separated")
    }
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

  func run() async throws {
    let settings = try options.settings()
    let bundleID = try TrustedFiles(settings).apps.named(app)
    try await ProjectedLedger.withReports(settings) { service in
      try show(try await service.report(try request(of: bundleID)))
    }
  }

  private func request(of app: BundleID) throws -> ReportRequest {
    var request = ReportRequest(try reportName(), of: app, in: environment.value)
    request.from = try moment(from, "--from")
    request.to = try moment(to, "--to")
    request.knownAt = try moment(knownAt, "--known-at")
    request.lapsingWithinDays = lapsing
    request.endsWithinDays = endsWithin
    if let by, let dimensions = Set<ReportDimension>(names: by) { request.dimensions = dimensions }
    return request
  }

  private func reportName() throws -> ReportName {
    guard let name = ReportName(rawValue: name) else {
      let names = ReportName.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("There is no report `\(name)`; there are \(names).")
    }
    return name
  }

  private func moment(_ text: String?, _ option: String) throws -> Instant? {
    guard let text else { return nil }
    guard let moment = ReportMoment.read(text) else {
      throw ValidationError("\(option) is \(ReportMoment.rule)")
    }
    return moment
  }

  private func show(_ report: Report) throws {
    switch ReportFormat(rawValue: format) {
    case .json: try Printing.json(ReportBody(report))
    case .csv: try Printing.bytes(Data(ReportCSV.text(report).utf8))
    case .table, nil: try Printing.text(ReportTable.lines(report))
    }
  }
}
