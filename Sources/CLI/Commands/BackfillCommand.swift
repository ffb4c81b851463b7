import ArgumentParser
import Foundation
import HTTP
import Intake
import Ledger
import Reconciliation

/// Day zero: what was bought before the ledger.
struct BackfillCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backfill",
    abstract: "Day zero: read in the full history of customers by Apple's Server API.",
    discussion: """
      The file has one transaction id, one {"transactionId", "environment"}, one signed transaction or \
      one receipt in Base64 a line. Coins for purchases before --delivered-before were delivered elsewhere and are never granted \
      here: it is declared before anything is read. Run it again to go on where it was cut short, and to \
      try again what failed.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The file; `-` is standard input.")
  var file: String
  @Option(
    help: """
      Coins for purchases before this were delivered elsewhere: \(ReportMoment.rule). By default what was \
      declared before, or now.
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
      try await declareOpening(of: app, by: composition)
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

  private func declareOpening(of app: BundleID, by composition: Composition) async throws {
    let environments = composition.apps.first { $0.bundleID == app }?.environments ?? []
    let openings = try await composition.intake.openings()
    for environment in StoreEnvironment.ofApple where environments.contains(environment) {
      let declared = openings.standing(in: app, environment: environment)?.before
      let wanted = deliveredBefore.flatMap(ReportMoment.read) ?? declared ?? Composition.now()
      try await composition.intake.declare(before: wanted, of: app, in: environment)
    }
  }
}
