/// A report as a workbook of Office Open XML (ECMA-376) with one worksheet: the two lines that a table has above its
/// rows, the names of the columns, and the rows.
///
/// Amounts are numbers in units of the currency, with all three decimals. Days and moments are texts, as in CSV.
/// The same report makes the same bytes.
package enum ReportWorkbook {
  /// Throws ``WorksheetTooLarge`` for a report that needs another format.
  package static func bytes(_ report: Report) throws -> [UInt8] {
    let heading = ReportHeading(report)
    let sheet = Worksheet(
      lines: [heading.title, heading.cut], columns: report.columns, rows: report.rows)
    var archive = ZipArchive()
    do {
      for part in WorkbookPart.all(sheet: report.name.rawValue) {
        try archive.add(part.path) { try $0.write(part.content) }
      }
      try archive.add(WorkbookPart.worksheet) { try sheet.write(to: &$0) }
      return try archive.finish()
    } catch ZipArchive.Fault.tooLarge {
      throw WorksheetTooLarge.bytes
    }
  }
}
