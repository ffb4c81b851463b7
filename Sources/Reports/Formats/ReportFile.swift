import JSONBytes

/// The bytes of a report in one of its formats.
package enum ReportFile {
  /// Throws ``WorksheetTooLarge`` for a report that no worksheet holds.
  ///
  /// - Parameter accounts: the names of the accounts in plain text accounting.
  package static func bytes(
    _ report: Report, as format: ReportFormat, accounts: ChartOfAccounts = .standard
  ) throws -> [UInt8] {
    switch format {
    case .json: try JSONBytes.encode(ReportBody(report))
    case .csv: Array(ReportCSV.text(report).utf8)
    case .xlsx: try ReportWorkbook.bytes(report)
    case .table: Array((ReportTable.lines(report).joined(separator: "\n") + "\n").utf8)
    case .hledger: Array(PlainTextBooks(.hledger, accounts: accounts).text(report).utf8)
    case .beancount: Array(PlainTextBooks(.beancount, accounts: accounts).text(report).utf8)
    }
  }

  /// The media type of a format.
  package static func mediaType(of format: ReportFormat) -> String {
    switch format {
    case .json: "application/json"
    case .csv: "text/csv; charset=utf-8; header=present"
    case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    case .table, .hledger, .beancount: "text/plain; charset=utf-8"
    }
  }
}
