/// A workbook with one worksheet, read back as a spreadsheet reads it.
package struct ReadWorkbook: Sendable {
  package struct Cell: Hashable, Sendable {
    /// A text without escapes, or the digits of a number.
    package let content: String
    package let isNumber: Bool
    /// The code by which a spreadsheet shows the cell.
    package let format: String
    package let isBold: Bool

    package init(content: String, isNumber: Bool, format: String, isBold: Bool) {
      self.content = content
      self.isNumber = isNumber
      self.format = format
      self.isBold = isBold
    }

    /// The content as CSV has it, where amounts are whole milliunits and texts need no apostrophe.
    package var csv: String {
      guard isNumber, format == "#,##0.000" else { return content }
      return Int128(content.filter { $0 != "." }).map { "\($0)" } ?? content
    }
  }

  package struct Fault: Error {}

  package let archive: ReadArchive
  /// The XML of the worksheet.
  package let sheet: String
  /// The cells of each row, nil where one is empty.
  package let rows: [[Cell?]]

  private static let path = "xl/worksheets/sheet1.xml"

  package init(_ bytes: [UInt8]) throws {
    archive = try ReadArchive(bytes)
    sheet = String(decoding: archive[Self.path], as: UTF8.self)
    let styles = try Self.styles(archive["xl/styles.xml"])
    var xml = XMLCursor(archive[Self.path])
    xml.skip(past: "<sheetData>")
    var rows: [[Cell?]] = []
    while xml.takes(#"<row r=""#) {
      guard xml.text(to: "\"") == "\(rows.count + 1)", xml.takes(#"">"#) else { throw Fault() }
      rows.append(try Self.cells(&xml, styles, row: rows.count + 1))
    }
    guard xml.takes("</sheetData></worksheet>"), xml.isAtEnd else { throw Fault() }
    self.rows = rows
  }

  /// Returns the rows below the names of the columns as CSV has them.
  package var csvRows: [[String]] {
    guard rows.count > 2 else { return [] }
    let count = rows[2].count
    return rows.dropFirst(3).map { row in
      (0..<count).map { $0 < row.count ? row[$0]?.csv ?? "" : "" }
    }
  }

  /// The lines of the heading, and the names of the columns.
  package var heading: [[String]] { rows.prefix(3).map { $0.map { $0?.content ?? "" } } }

  private static func cells(
    _ xml: inout XMLCursor, _ styles: [(format: String, isBold: Bool)], row: Int
  ) throws -> [Cell?] {
    var cells: [Cell?] = []
    while xml.takes(#"<c r=""#) {
      let place = xml.text(to: "\"")
      let letters = place.prefix { $0.isLetter }.utf8
      guard place == String(place.prefix { $0.isLetter }) + "\(row)", xml.takes(#"" s=""#),
        let style = Int(xml.text(to: "\"")), styles.indices.contains(style)
      else { throw Fault() }
      let column = letters.reduce(0) { $0 * 26 + Int($1) - 64 } - 1
      let isNumber = xml.takes(#""><v>"#)
      guard isNumber || xml.takes(#"" t="inlineStr"><is><t xml:space="preserve">"#) else {
        throw Fault()
      }
      let content = xml.text(to: "<")
      guard xml.takes(isNumber ? "</v></c>" : "</t></is></c>"), column >= cells.count else {
        throw Fault()
      }
      cells += Array(repeating: nil, count: column - cells.count)
      cells.append(
        Cell(
          content: isNumber ? content : XMLCursor.plain(content), isNumber: isNumber,
          format: styles[style].format, isBold: styles[style].isBold))
    }
    guard xml.takes("</row>") else { throw Fault() }
    return cells
  }

  private static func styles(_ xml: [UInt8]) throws -> [(format: String, isBold: Bool)] {
    var xml = XMLCursor(xml)
    var formats = ["0": "General"]
    xml.skip(past: "<numFmts ")
    xml.skip(past: ">")
    while xml.takes(#"<numFmt numFmtId=""#) {
      let id = xml.text(to: "\"")
      xml.skip(past: #"formatCode=""#)
      formats[id] = xml.text(to: "\"")
      xml.skip(past: "/>")
    }
    xml.skip(past: "<cellXfs ")
    xml.skip(past: ">")
    var styles: [(format: String, isBold: Bool)] = []
    while xml.takes(#"<xf numFmtId=""#) {
      guard let format = formats[xml.text(to: "\"")] else { throw Fault() }
      xml.skip(past: #"fontId=""#)
      styles.append((format, xml.text(to: "\"") == "1"))
      xml.skip(past: "/>")
    }
    return styles
  }
}
