import ArgumentParser
import Foundation
import HTTP
import Intake
import Ledger
import Reconciliation

/// The import of purchases made before the ledger (day zero).
struct BackfillCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backfill",
    abstract: "Day zero: import the full history of customers from Apple's Server API.",
    discussion: """
      Each line of the file is a transaction id, {"transactionId", "environment"}, a signed \
      transaction, or a receipt in Base64. Coins for purchases before --delivered-before were \
      granted externally and are never granted here. This date is declared before anything is \
      read. Run the command again to resume an interrupted import, and to retry what failed.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The file; `-` is standard input.")
  var file: String
  @Option(
    help: """
      The cut-over date, \(ReportMoment.rule): coins for earlier purchases were granted \
      externally. By default the date declared before, or now.
      """)
  var deliveredBefore: String?
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
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
      try await declareCutOver(of: app, by: composition)
      let records = BackfillRecords(composition.database.pool)
      let backfill = Backfill(
        of: app, by: composition.reconciliation.histories, records: records)
      let document = BackfillFile(Array(contents))
      let bar = ProgressBar("lines", total: Int64(document.lines.count))
      defer { bar.end() }
      let progress = try await backfill.run(document) { bar.advance(to: $0.linesDone) }
      return BackfillReport(progress, try await records.failures(of: document.digest))
    }
    if json { try Printing.json(report) } else { try Printing.text(report.lines) }
    if !report.failures.isEmpty { throw ExitCode(1) }
  }

  private func declareCutOver(of app: BundleID, by composition: Composition) async throws {
    let environments = composition.apps.first { $0.bundleID == app }?.environments ?? []
    let cutOvers = try await composition.intake.cutOvers()
    for environment in StoreEnvironment.ofApple where environments.contains(environment) {
      let declared = cutOvers.current(in: app, environment: environment)?.before
      let wanted = deliveredBefore.flatMap(ReportMoment.read) ?? declared ?? Composition.now()
      try await composition.intake.declare(before: wanted, of: app, in: environment)
    }
  }
}
