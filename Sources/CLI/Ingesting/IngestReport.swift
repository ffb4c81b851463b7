import Intake

/// What became of the documents handed in.
struct IngestReport: Encodable {
  struct Count: Encodable, Equatable {
    var recorded = 0
    var duplicate = 0
  }

  struct Refused: Encodable, Equatable {
    let file: String
    let line: Int
    let code: String
    let detail: String
  }

  /// By kind: notification, transaction, renewal.
  private(set) var totals: [String: Count] = [:]
  private(set) var refused: [Refused] = []

  var count: Int {
    totals.values.reduce(refused.count) { $0 + $1.recorded + $1.duplicate }
  }

  mutating func add(_ document: IngestedDocument) {
    if document.duplicate {
      totals[document.kind, default: Count()].duplicate += 1
    } else {
      totals[document.kind, default: Count()].recorded += 1
    }
  }

  mutating func add(_ refusal: Refusal, of document: DocumentFile.Document) {
    refused.append(
      Refused(
        file: document.file, line: document.line, code: refusal.code, detail: refusal.detail))
  }

  /// With what was refused in the order of files and lines.
  var sorted: IngestReport {
    var report = self
    report.refused.sort { ($0.file, $0.line) < ($1.file, $1.line) }
    return report
  }

  var lines: [String] {
    totals.sorted { $0.key < $1.key }.map {
      "\($0.key): \($0.value.recorded) recorded, \($0.value.duplicate) duplicate"
    } + ["refused: \(refused.count)"]
      + refused.map { "  \($0.file):\($0.line)  \($0.code): \($0.detail)" }
  }
}
