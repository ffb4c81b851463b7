import ArgumentParser
import Reports
import Server

/// The import of purchases made before the ledger (day zero).
struct BackfillCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backfill",
    abstract: "Day zero: import the full history of customers from Apple's Server API.",
    discussion: """
      Each line of the file is a transaction id, {"transactionId", "environment"}, a signed \
      transaction, or a receipt in Base64. Coins for purchases before --delivered-before were \
      granted externally and are never granted here. This date is declared before anything is \
      read, with an event that records who did so. Run the command again to resume an interrupted \
      import, and to retry what failed.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The file; `-` is standard input.", completion: .file())
  var file: String
  @Option(
    help: """
      The cut-over date, \(ReportMoment.rule): coins for earlier purchases were granted \
      externally. By default the date declared before, or now.
      """)
  var deliveredBefore: String?
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var act: ActOptions
  @Flag(help: "Print the numbers as JSON.")
  var json = false

  func validate() throws {
    if let deliveredBefore, ReportMoment.read(deliveredBefore) == nil {
      throw ValidationError("--delivered-before is \(ReportMoment.rule)")
    }
  }

  func run() async throws {
    let contents = try DocumentFile.contents(of: file)
    let report = try await Composition.with(try options.settings(), app: app) { composition, app in
      let run = BackfillRun(contents, of: app, by: composition, signed: act.signature)
      let bar = ProgressBar("lines", total: Int64(run.lineCount))
      defer { bar.end() }
      return try await run.run(deliveredBefore: deliveredBefore.flatMap { ReportMoment.read($0) }) {
        bar.advance(to: $0)
      }
    }
    try Printing.show(report, lines: report.lines, asJSON: json)
    if report.hasFailures { throw ExitCode(1) }
  }
}
