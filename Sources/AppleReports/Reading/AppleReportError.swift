/// The reason why a report file of Apple's cannot be read.
///
/// Descriptions name lines and columns. They quote no cell, since a damaged line may hold a
/// subscriber's identifier under any heading; only totals are quoted.
package enum AppleReportError: Error, Hashable, Sendable {
  package enum GzipProblem: Hashable, Sendable {
    /// The file ends before its compressed content does.
    case truncated
    /// The compressed content or its checksum is wrong.
    case damaged
    /// Bytes follow the compressed content.
    case followedByOtherBytes
  }

  case gzip(GzipProblem)
  /// The content is larger than the limit, in bytes.
  case tooLarge(sizeMax: Int)
  case notUTF8(line: Int)
  case unknownKind
  case missingColumns(AppleReportKind, [String], line: Int)
  case repeatedColumn(AppleReportKind, String, line: Int)
  /// A line has more cells than the header has columns.
  case tooManyCells(AppleReportKind, line: Int)
  case cell(AppleReportKind, column: String, line: Int, CellProblem)
  /// A line is neither part of the report's head, nor a row, nor a total.
  case strayLine(AppleReportKind, line: Int)
  /// A total of a financial report differs from its rows. Without a line, the summary lacks it.
  case total(
    AppleReportKind, name: String, line: Int?, stated: ExactDecimal?, computed: ExactDecimal)
}

/// The reason why a cell cannot be read.
package enum CellProblem: Error, Hashable, Sendable {
  case blank
  case comma
  case notANumber
  case tooManyDigits
  case notWhole
  case notADate
  case endsBeforeItBegins
}

extension AppleReportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .gzip(.truncated):
      "the file ends within its gzip content; download it again"
    case .gzip(.damaged):
      "the gzip content of the file is damaged; download it again"
    case .gzip(.followedByOtherBytes):
      "other bytes follow the gzip content of the file; download it again"
    case .tooLarge(let sizeMax):
      "the file holds more than \(sizeMax) bytes, the limit; divide the report, or raise the limit"
    case .notUTF8(let line):
      "line \(line) is not UTF-8; use the file as Apple sent it, not saved by another program"
    case .unknownKind:
      "no line has the column names of a known report. Known are "
        + AppleReportKind.allCases.map(\.rawValue).joined(separator: ", ")
    case .missingColumns(let kind, let names, let line):
      "\(kind.rawValue) report, line \(line): no column \(Self.list(names)); "
        + "download the report in the version that has it"
    case .repeatedColumn(let kind, let name, let line):
      "\(kind.rawValue) report, line \(line): two columns \"\(name)\""
    case .tooManyCells(let kind, let line):
      "\(kind.rawValue) report, line \(line): more cells than columns; download the report again"
    case .cell(let kind, let column, let line, let problem):
      "\(kind.rawValue) report, line \(line), column \"\(column)\": \(problem)"
    case .strayLine(let kind, let line):
      "\(kind.rawValue) report, line \(line): neither a row nor a total; download the report again"
    case .total(let kind, let name, let line, let stated, let computed):
      "\(kind.rawValue) report\(line.map { ", line \($0)" } ?? ""): \(name) is "
        + "\(stated?.description ?? "not stated") and the rows add up to \(computed); "
        + "download the report again"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}

extension CellProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .blank: "the cell is blank"
    case .comma: "the number has a comma; Apple writes a decimal point and no other separator"
    case .notANumber: "the cell is not a number"
    case .tooManyDigits:
      "the number has more than \(ExactDecimal.wholeDigitsMax) digits before the decimal point or "
        + "\(ExactDecimal.fractionDigitsMax) after it"
    case .notWhole: "the quantity is not a whole number of up to nine digits"
    case .notADate: "the cell is not a date like 01/31/2026 or 2026-01-31"
    case .endsBeforeItBegins: "the last day is before the first"
    }
  }
}
