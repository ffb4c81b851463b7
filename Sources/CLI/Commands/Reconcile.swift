import ArgumentParser
import Ledger
import Server

/// The commands that ask Apple for what was missed.
struct Reconcile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ask Apple for what was missed, and check that all it still tells is complete here.",
    subcommands: [ReconcileRun.self, ReconcileStatus.self, ReconcileRepair.self])
}

/// The apps and environments that a reconciliation command is about.
struct StoreOptions: ParsableArguments {
  @Option(help: "The app's bundle id; by default all apps.")
  var app: String?
  @Option(
    help: "Production or Sandbox; by default both, as far as they are configured.",
    completion: .storeEnvironments)
  var environment: String?

  func validate() throws {
    guard let environment else { return }
    guard ReconciliationRun.environments.contains(where: { $0.rawValue == environment }) else {
      throw ValidationError("--environment is Production or Sandbox")
    }
  }
}

struct ReconcileRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Read Apple's notification history and ingest what is missing.",
    discussion: """
      Without --days it reads what was not read yet; with --days it reads all of those days again, of \
      which Apple keeps 180 in production and 30 in the sandbox. At the same time it fetches every pending \
      answer from Apple. It waits up to a quarter of an hour for errors that pass by themselves. Exits with 1 if \
      an app could not be read, or an answer that Apple was asked for, by this run or before it, did not come, \
      after it has done the rest. An interrupted run resumes where it stopped.
      """)

  @OptionGroup var options: SettingsOptions
  @OptionGroup var which: StoreOptions
  @Option(help: "Read all of this many days again, 1 to 180.")
  var days: Int?
  @Flag(help: "Print the numbers as JSON.")
  var json = false

  func validate() throws {
    if let days, !(1...180).contains(days) { throw ValidationError("--days is 1 to 180") }
  }

  func run() async throws {
    let report = try await Composition.with(try options.settings()) { composition in
      let run = ReconciliationRun(
        by: composition, app: which.app, environment: which.environment)
      let terminal = TerminalLine()
      defer { terminal.clear() }
      return try await run.run(lastDays: days) { terminal.show($0) }
    }
    try Printing.show(report, lines: report.lines, asJSON: json)
    if !report.isDone { throw ExitCode(1) }
  }
}

struct ReconcileStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say if all that Apple still tells is complete here.",
    discussion: """
      Lists every app and environment that the settings name or of which a purchase is recorded. Exits \
      with 0 if all are complete, with 1 if one is not. An app without a key of the Server API is never \
      complete, nor is one with purchases of which only older sources told, without a price.
      """)

  @OptionGroup var options: SettingsOptions
  @OptionGroup var which: StoreOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let body = try await Composition.with(try options.settings(), seals: false) { composition in
      try await ReconciliationRun(
        by: composition, app: which.app, environment: which.environment
      ).status()
    }
    try Printing.show(body, lines: body.lines, asJSON: json)
    if !body.complete { throw ExitCode(1) }
  }
}
