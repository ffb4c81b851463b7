import ArgumentParser
import Server

/// The command that ingests files by the same code path as HTTP.
struct Ingest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ingest files: notifications, JWS, app receipts, or lines of these.",
    discussion: """
      A document is the body of a notification of version 1 or 2, the JWS of a notification, \
      transaction, renewal or AppTransaction, an app receipt as it is or in Base64, wrapped or not, \
      or an answer of verifyReceipt. A known document counts as a duplicate, so a file can be \
      ingested again.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "Files; `-` is standard input.")
  var files: [String]
  @Flag(help: "Print the totals as JSON.")
  var json = false

  func run() async throws {
    let files = try files.map { name throws(Failure) in try DocumentFile(name) }
    let report = try await Composition.with(try options.settings()) { composition in
      var progress = ProgressCount()
      defer { progress.end() }
      return try await FileIngestion(by: composition.intake).ingest(files) { progress.show($0) }
    }
    try Printing.show(report, lines: report.lines, asJSON: json)
    if !report.rejected.isEmpty { throw ExitCode(1) }
  }
}
