import ArgumentParser
import Intake

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

  private static let atOnce = 8

  @OptionGroup var options: SettingsOptions
  @Argument(help: "Files; `-` is standard input.")
  var files: [String]
  @Flag(help: "Print the totals as JSON.")
  var json = false

  func run() async throws {
    let files = try files.map { name throws(Failure) in try DocumentFile(name) }
    let settings = try options.settings()
    let trust = try TrustedFiles(settings)
    let keyring = try KeyringFile(settings).keyring
    let report = try await Database.with(settings) { database in
      try await database.bringUpToDate()
      let composition = try await Composition(trust, keyring, on: database, logger: .quiet)
      return try await ingest(files, by: composition.intake)
    }
    if json { try Printing.json(report) } else { try Printing.text(report.lines) }
    if !report.rejected.isEmpty { throw ExitCode(1) }
  }

  /// Ingests a few documents at once. Each is committed before it is counted.
  private func ingest(_ files: [DocumentFile], by intake: Intake) async throws -> IngestReport {
    var report = IngestReport()
    var progress = Progress()
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      var underWay = 0
      for document in files.lazy.joined() {
        if underWay == Self.atOnce, let outcome = try await group.next() {
          outcome.add(to: &report)
          progress.show(report.count)
        } else {
          underWay += 1
        }
        group.addTask { try await Outcome(of: document, by: intake) }
      }
      for try await outcome in group { outcome.add(to: &report) }
    }
    progress.end()
    return report.sorted
  }

  private struct Outcome: Sendable {
    let document: DocumentFile.Document
    let result: Result<IngestedDocument, Rejection>

    init(of document: DocumentFile.Document, by intake: Intake) async throws {
      self.document = document
      do {
        result = .success(try await intake.ingest(document.bytes))
      } catch let rejection as Rejection {
        result = .failure(rejection)
      }
    }

    func add(to report: inout IngestReport) {
      switch result {
      case .success(let ingested): report.add(ingested)
      case .failure(let rejection): report.add(rejection, of: document)
      }
    }
  }
}
