import Foundation
import ReferenceModels
import Reports

/// The rows of a report as a reader finds them in one of its formats.
enum ReportTexts {
  /// The columns of a file that name its cut.
  private static let cutColumns = ReportCSV.cutColumns.count

  static func rows(csv bytes: [UInt8]) -> (columns: [String], rows: [[String]]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map {
      Array(cells(of: $0).dropLast(cutColumns))
    }
    return (lines.first ?? [], Array(lines.dropFirst()))
  }

  /// Returns the cells of a line. Those with a comma stand in quotation marks, and none has a quotation mark.
  private static func cells(of line: Substring) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().reduce(
      into: [""]
    ) { cells, part in
      guard part.offset.isMultiple(of: 2) else {
        cells[cells.count - 1] += part.element
        return
      }
      let parts = part.element.split(separator: ",", omittingEmptySubsequences: false)
      cells[cells.count - 1] += parts[0]
      cells += parts.dropFirst().map(String.init)
    }
  }

  static func rows(json bytes: [UInt8]) throws -> [ModelReportRow] {
    let body = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    return (body?["rows"] as? [[String: Any]] ?? []).map { row in
      row.mapValues { $0 is NSNull ? "" : "\($0)" }
    }
  }

  /// Returns the lines of a table below its heading, with one space between the cells.
  static func lines(table bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst(4).map { $0.split(separator: " ").joined(separator: " ") }
      .filter { !$0.isEmpty && $0 != "nothing" }
  }

  /// Returns the sums of the postings in a file of plain text accounting, by account and currency.
  static func sums(plainText bytes: [UInt8]) -> [String: Int128] {
    var sums: [String: Int128] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("    ") {
      let words = line.split(separator: " ")
      guard words.count == 3 else { continue }
      let amount = Int128(words[1].replacing(".", with: "")) ?? 0
      sums["\(words[0]) \(words[2])", default: 0] += amount
    }
    return sums.filter { $0.value != 0 }
  }
}
