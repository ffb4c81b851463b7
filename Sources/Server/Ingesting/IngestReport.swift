import Intake

/// The outcome of ingesting documents.
package struct IngestReport: Encodable {
  struct Count: Encodable, Equatable {
    var recorded = 0
    var duplicate = 0
    /// The facts in the documents, known ones included.
    var facts = 0
  }

  package struct Rejected: Encodable, Equatable {
    let file: String
    let line: Int
    let code: String
    let detail: String
  }

  /// The counts by the name of a `DocumentKind`.
  private(set) var totals: [String: Count] = [:]
  package private(set) var rejected: [Rejected] = []

  var count: Int {
    totals.values.reduce(rejected.count) { $0 + $1.recorded + $1.duplicate }
  }

  mutating func add(_ document: IngestedDocument) {
    var count = totals[document.kind.rawValue] ?? Count()
    if document.duplicate { count.duplicate += 1 } else { count.recorded += 1 }
    count.facts += document.facts
    totals[document.kind.rawValue] = count
  }

  mutating func add(_ rejection: Rejection, of document: DocumentFile.Document) {
    rejected.append(
      Rejected(
        file: document.file, line: document.line, code: rejection.code, detail: rejection.detail))
  }

  /// The report with its rejected documents in the order of files and lines.
  var sorted: IngestReport {
    var report = self
    report.rejected.sort { ($0.file, $0.line) < ($1.file, $1.line) }
    return report
  }

  package var lines: [String] {
    totals.sorted { $0.key < $1.key }.map {
      "\($0.key): \($0.value.recorded) recorded, \($0.value.duplicate) duplicate, "
        + "\($0.value.facts) facts"
    } + ["rejected: \(rejected.count)"]
      + rejected.map { "  \($0.file):\($0.line)  \($0.code): \($0.detail)" }
  }
}
