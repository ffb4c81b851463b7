import ArgumentParser
import HTTP
import Ledger
import Projections
import Server

struct AccountsShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show an account's names, its purchases with their owners, and coins elsewhere.")

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The account, by any of its names.")
  var account: String
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentOption
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let fault = PlainName.fault(seeking: account) { throw ValidationError("account \(fault)") }
  }

  func run() async throws {
    try await Composition.with(
      try options.settings(), app: app, seals: false
    ) { composition, bundleID in
      let key = AccountKey(
        environment: environment.value, bundleID: bundleID, account: AccountID(account))
      try await ProjectedLedger.project(composition.log, in: composition.database)
      try await composition.reader.names.requireNamed(key)
      let sheet = try await AccountSheet(key, from: composition.reader)
      try Printing.show(sheet, lines: sheet.lines, asJSON: json)
    }
  }
}
