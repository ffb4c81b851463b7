import ArgumentParser
import HTTP
import Ledger
import Server

struct ProjectionsRepair: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Fold one purchase or account again and replace its rows in the live projections.",
    discussion: """
      For a few damaged rows, where a rebuild of everything would take long. Says what changed. An account is \
      repaired with every purchase that it claimed. Exits with 1 if rows are left that only a rebuild \
      replaces. Find the damage with `daicho verify --projections` or `daicho projections check`, and prove \
      the log with `daicho verify` before.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(
    help:
      "An original transaction id, the game's identifier of an account, or a stream as `verify` names it."
  )
  var name: String
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentOption
  @OptionGroup var act: ActOptions
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let fault = PlainName.fault(seeking: name) { throw ValidationError("the name \(fault)") }
  }

  func run() async throws {
    let body = try await RepairRun.with(
      try options.settings(), app: app, in: environment.value
    ) { try await $0.repair(name, signed: act.signature) }
    try Printing.show(body, lines: body.lines, asJSON: json)
    if !body.equal { throw ExitCode(1) }
  }
}
