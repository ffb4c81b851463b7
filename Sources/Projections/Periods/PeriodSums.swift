import Ledger

/// The sums of a closed period as texts, in the order of their columns.
struct PeriodSums: Sendable {
  var journal: [[String?]]
  var deferred: [[String?]]

  /// SHA-256 of the rows in order, a row a line. A field that is null differs from an empty one.
  var digest: Digest {
    let lines =
      journal.map { "journal" + Self.text(of: $0) }.sorted()
      + deferred.map { "deferred" + Self.text(of: $0) }.sorted()
    return Digest(of: Array(lines.joined(separator: "\n").utf8))
  }

  private static func text(of fields: [String?]) -> String {
    fields.map { field in field.map { "\u{1F}=\($0)" } ?? "\u{1F}-" }.joined()
  }
}
