import ArgumentParser
import Intake
import Ledger
import Server

/// The command that ingests files by the same code path as HTTP.
struct Ingest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ingest files: notifications, JWS, app receipts, or lines of these.",
    discussion: """
      A document is the body of a notification of version 1 or 2, the JWS of a notification, \
      transaction, renewal or AppTransaction, an app receipt or a transaction receipt of iOS 6 as it \
      is or in Base64, wrapped or not, or an answer of verifyReceipt. A transaction receipt of iOS 6 \
      proves nothing: Apple is asked about the purchase that it names. A known document counts as a duplicate, so a file can be \
      ingested again.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "Files; `-` is standard input.", completion: .file())
  var files: [String]
  @Option(
    help: "The bundle id of documents that name no app; by default the only app configured.")
  var app: String?
  @Option(
    help: "Production or Sandbox: the environment of documents that name none.",
    completion: .storeEnvironments)
  var environment: String?
  @Flag(help: "Print the totals as JSON.")
  var json = false

  func validate() throws {
    guard environment == nil || storeEnvironment != nil else {
      throw ValidationError("--environment is Production or Sandbox")
    }
  }

  func run() async throws {
    let files = try files.map { name throws(Failure) in try DocumentFile(name) }
    let report = try await Composition.with(try options.settings()) { composition in
      var progress = ProgressCount()
      defer { progress.end() }
      let ingestion = FileIngestion(
        by: composition.intake, asking: composition.outbox.lookups,
        from: DocumentOrigin(
          app: try app.map { try composition.apps.named($0) }, environment: storeEnvironment))
      return try await ingestion.ingest(files) { progress.show($0) }
    }
    try Printing.show(report, lines: report.lines, asJSON: json)
    if !report.rejected.isEmpty { throw ExitCode(1) }
  }

  /// The environment in which verifyReceipt answers; nil if none is named, or another one.
  private var storeEnvironment: StoreEnvironment? {
    environment.flatMap(StoreEnvironment.init).flatMap {
      [.production, .sandbox].contains($0) ? $0 : nil
    }
  }
}
