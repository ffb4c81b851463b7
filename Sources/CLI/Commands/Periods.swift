import ArgumentParser
import Ledger
import Projections
import Reports
import Server

/// The commands by which finance closes periods.
struct Periods: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Close the periods of the books, and list those that are closed.",
    subcommands: [PeriodsClose.self, PeriodsList.self])
}

struct PeriodsClose: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close",
    abstract: "Close a period: its reports are kept and never change.",
    discussion: """
      Keeps the bytes of the reports sales, proceeds, commission, deferred-revenue, refunds, journal and \
      coins in all formats, as known now. What becomes known later is an adjustment in the first open day. Periods are closed in \
      their order, and none is opened again. While events are dead-lettered, coins wait for a catalog, or \
      reconciliation is not complete, a close is refused unless it is forced with a reason.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The month, as 2026-10.")
  var name: String
  @Option(
    help:
      "utc, pacific or fiscal: whose months they are. A fiscal month is named by Apple's fiscal year.",
    completion: .calendars
  )
  var calendar = ReportingPeriod.Calendar.utc.rawValue
  @Flag(help: "Close it although something is incomplete; needs --reason, which says why.")
  var force = false
  @OptionGroup var act: ActOptions
  @Option(
    help: "The file of another person's admin key, where the app's `secondPerson` demands one.",
    completion: .file())
  var secondKeyFile: String?
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentOption
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    _ = try ReportingPeriod.read(name, calendar)
    guard force == (act.reason != nil) else {
      throw ValidationError("--force and --reason belong together: say why")
    }
  }

  func run() async throws {
    let period = try ReportingPeriod.read(name, calendar)
    let settings = try options.settings()
    var second: ActAuthor?
    if let secondKeyFile {
      second = try await SecondKeyFile(secondKeyFile).person(
        settings, app: app, in: environment.value)
    }
    let (signature, confirmed) = (act.signature, second)
    let close = try await PeriodClosing.with(settings, app: app, in: environment.value) {
      try await $0.close(
        period, by: signature.author.name, forcedBecause: signature.reason, with: confirmed)
    }
    let body = PeriodBody(close)
    try Printing.show(body, lines: [body.line], asJSON: json)
  }
}

struct PeriodsList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the closed periods of an app.")

  @OptionGroup var options: SettingsOptions
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentOption
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let closes = try await PeriodClosing.with(
      try options.settings(), app: app, in: environment.value, seals: false
    ) { try await $0.closes() }
    let bodies = closes.map(PeriodBody.init)
    try Printing.show(
      bodies, lines: bodies.isEmpty ? ["no period is closed"] : bodies.map(\.line), asJSON: json)
  }
}

extension ReportingPeriod {
  /// Reads the options of a period. Throws for a name or a calendar that is none.
  static func read(_ name: String, _ calendar: String) throws -> ReportingPeriod {
    guard let period = ReportingPeriod(name, by: try Calendar.read(calendar)) else {
      throw ValidationError(fault)
    }
    return period
  }

  /// The sentence about a period that is none.
  static let fault = "a period is a month, as 2026-10"
}

extension ReportingPeriod.Calendar {
  static func read(_ name: String) throws -> ReportingPeriod.Calendar {
    guard let calendar = ReportingPeriod.Calendar(rawValue: name) else {
      throw ValidationError(fault(name))
    }
    return calendar
  }

  /// Returns the sentence about a calendar that is none.
  static func fault(_ name: String) -> String {
    "--calendar is utc, pacific or fiscal"
      + NearestName.question(name, among: allCases.map(\.rawValue))
  }
}
