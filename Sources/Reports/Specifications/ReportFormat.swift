/// The format of a report.
package enum ReportFormat: String, CaseIterable, Sendable {
  case table, json, csv, xlsx
  /// The journal as a file of plain text accounting.
  case hledger, beancount

  /// True for a format that is no text.
  package var isBinary: Bool { self == .xlsx }
}
