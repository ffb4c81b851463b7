package import Intake

/// The ingestion of files by the same code path as HTTP.
package struct FileIngestion: Sendable {
  private static let atOnce = 8

  private let intake: Intake

  package init(by intake: Intake) {
    self.intake = intake
  }

  /// Ingests a few documents at once. Each is committed before it is counted.
  ///
  /// - Parameter onCount: is called with the number of documents done, after each one.
  package func ingest(
    _ files: [DocumentFile], onCount: (Int) -> Void = { _ in }
  ) async throws -> IngestReport {
    var report = IngestReport()
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      var underWay = 0
      for document in files.lazy.joined() {
        if underWay == Self.atOnce, let outcome = try await group.next() {
          outcome.add(to: &report)
          onCount(report.count)
        } else {
          underWay += 1
        }
        group.addTask { try await Outcome(of: document, by: intake) }
      }
      for try await outcome in group { outcome.add(to: &report) }
    }
    return report.sorted
  }

  private struct Outcome: Sendable {
    let document: DocumentFile.Document
    let result: Result<IngestedDocument, Rejection>

    init(of document: DocumentFile.Document, by intake: Intake) async throws {
      self.document = document
      do {
        result = .success(try await intake.documents.ingest(document.bytes))
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
