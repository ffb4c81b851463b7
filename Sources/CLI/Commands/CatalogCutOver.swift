import ArgumentParser
import Intake
import Ledger
import Reports
import Server

/// The command that declares an app's cut-over date.
struct CatalogCutOver: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "opening",
    abstract: "Declare the cut-over date, from which on coins of purchases are granted here.",
    discussion: """
      Purchases before the cut-over date were granted externally: they never grant coins here and \
      wait for no catalog. Grants already made stay. Declare the date before the history of an app \
      is ingested. The date can be moved. Moved back, it allows grants for purchases since then. \
      Moved forward, it prevents grants that were not made yet.
      """)

  @OptionGroup var options: SettingsOptions
  @Option(help: "The first moment whose purchases are granted here, \(ReportMoment.rule).")
  var before: Instant
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentOption
  @OptionGroup var act: ActOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    try await Composition.with(try options.settings(), app: app) { composition, bundleID in
      let cutOver = try await composition.intake.catalogs.declare(
        before: before, of: bundleID, in: environment.value, signed: act.signature)
      let body = CutOverBody(cutOver)
      try Printing.show(body, lines: [body.sentence], asJSON: json)
    }
  }
}
