import Ledger

/// The fault of a row: its columns give another digest than the one stored.
struct DigestFault {
  /// The column that was changed; nil if it was not found.
  private let column: String?
  /// True if every value that is likely was tried.
  let wasSearchedWidely: Bool

  /// - Parameters:
  ///   - whole: rows that match their digests.
  ///   - hasItsKeys: true if the keys of the events are there.
  ///   - searchesWidely: true if values that no row has are tried, too.
  init(
    _ content: AuditedRow.Content, among whole: [EventRow], hasItsKeys: Bool, searchesWidely: Bool
  ) {
    let isFact = content.events.allSatisfy { $0.stored.keys(in: $0.stream.key).reassertion != nil }
    if isFact, hasItsKeys {
      (column, wasSearchedWidely) = (Self.digest, false)
      return
    }
    let original = content.row.reasserts == nil ? nil : content.events.first
    let search = ColumnSearch(content.row, among: whole, reasserting: original)
    if let found = search.column() {
      (column, wasSearchedWidely) = (found, false)
    } else {
      wasSearchedWidely = searchesWidely
      column = searchesWidely ? search.columnByLikelyValue() : nil
    }
  }

  private static let digest = "digest"

  /// True if another column was changed than one that holds the id of a string.
  var hasRightStrings: Bool {
    guard let column else { return false }
    return column != "environment" && !StringColumn.allCases.contains { $0.name == column }
  }

  var finding: String {
    guard let column else { return "its columns give another digest than the one stored" }
    return column == Self.digest
      ? "column digest is not that of its columns, which its key confirms"
      : "column \(column) was changed: with another value its columns give the digest stored"
  }
}
