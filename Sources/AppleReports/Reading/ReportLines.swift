/// One line of a report, divided at tabs. Spaces around cells are removed.
struct ReportLine: Sendable {
  /// The number of the line in the decompressed file, from 1.
  let number: Int
  let cells: [Substring]

  var isBlank: Bool { cells.allSatisfy(\.isEmpty) }
}

/// The lines of a decompressed report that are not blank. Lines end with LF or CRLF; a byte order
/// mark is left out.
struct ReportLines {
  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  private var rest: ArraySlice<UInt8>
  private var number = 0

  init(_ content: [UInt8]) {
    rest = content.starts(with: Self.byteOrderMark) ? content.dropFirst(3) : content[...]
  }

  /// Returns the next line that is not blank; nil at the end. Throws if a line is not UTF-8.
  mutating func next() throws(AppleReportError) -> ReportLine? {
    while !rest.isEmpty {
      number += 1
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      var bytes = rest[..<end]
      rest = rest[end...].dropFirst()
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .notUTF8(line: number)
      }
      let line = ReportLine(number: number, cells: Self.cells(of: text))
      if !line.isBlank { return line }
    }
    return nil
  }

  private static func cells(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { cell in
      var cell = cell.drop { $0 == UInt8(ascii: " ") }
      while cell.last == UInt8(ascii: " ") { cell.removeLast() }
      return Substring(cell)
    }
  }
}
