package import Intake
package import Outbox

/// The ingestion of files by the same code path as HTTP.
package struct FileIngestion: Sendable {
  private static let atOnce = 8

  private let intake: Intake
  private let lookups: PurchaseLookups
  private let origin: DocumentOrigin

  /// - Parameters:
  ///   - lookups: the queries about purchases that a document only names.
  ///   - origin: the app and environment of documents that name none.
  package init(
    by intake: Intake, asking lookups: PurchaseLookups,
    from origin: DocumentOrigin = DocumentOrigin()
  ) {
    self.intake = intake
    self.lookups = lookups
    self.origin = origin
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
        group.addTask { try await outcome(of: document) }
      }
      for try await outcome in group { outcome.add(to: &report) }
    }
    return report.sorted
  }

  private func outcome(of document: DocumentFile.Document) async throws -> Outcome {
    do {
      let ingested = try await intake.documents.ingest(document.bytes, from: origin)
      if let named = ingested.named { try await lookups.enqueue(about: named) }
      return Outcome(document: document, result: .success(ingested))
    } catch let rejection as Rejection {
      return Outcome(document: document, result: .failure(rejection))
    }
  }

  private struct Outcome: Sendable {
    let document: DocumentFile.Document
    let result: Result<IngestedDocument, Rejection>

    func add(to report: inout IngestReport) {
      switch result {
      case .success(let ingested): report.add(ingested)
      case .failure(let rejection): report.add(rejection, of: document)
      }
    }
  }
}
