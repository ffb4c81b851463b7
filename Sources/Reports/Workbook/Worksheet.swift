/// A worksheet (ECMA-376, part 1, 18.3.1.99): some lines of text, the names of the columns in bold, which stay in view
/// with the lines above them, and the rows.
struct Worksheet {
  /// The most rows that spreadsheets read.
  static let rowsMax = 1_048_576
  /// The most characters of a cell that spreadsheets read, in units of UTF-16.
  private static let textMax = 32_767
  private static let widths = 8...60

  let lines: [String]
  let columns: [String]
  let rows: [[Report.Value]]

  /// Throws ``WorksheetTooLarge`` for more rows or a longer text than spreadsheets read.
  func write(to entry: inout ZipEntry) throws {
    let rowsMax = Self.rowsMax - lines.count - 1
    guard rows.count <= rowsMax else { throw WorksheetTooLarge.rows(rows.count, max: rowsMax) }
    let letters = (0..<max(columns.count, 1)).map(Self.letters)
    try entry.write(opening(letters))
    var number = 0
    for line in lines {
      number += 1
      try entry.write(try row(number, [.text(line, .text)], letters))
    }
    number += 1
    try entry.write(try row(number, columns.map { .text($0, .columnName) }, letters))
    for values in rows {
      number += 1
      try entry.write(try row(number, values.map(WorksheetCell.init), letters))
    }
    try entry.write("</sheetData></worksheet>")
  }

  private func opening(_ letters: [String]) -> String {
    let first = lines.count + 1
    let columns = zip(1..., widths()).map { column, width in
      #"<col min="\#(column)" max="\#(column)" width="\#(width)" customWidth="1"/>"#
    }
    return WorkbookPart.declaration + #"""
      <worksheet xmlns="\#(WorkbookPart.namespace)">\#
      <dimension ref="A1:\#(letters[letters.count - 1])\#(first + rows.count)"/>\#
      <sheetViews><sheetView workbookViewId="0">\#
      <pane ySplit="\#(first)" topLeftCell="A\#(first + 1)" activePane="bottomLeft" \#
      state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews>\#
      <cols>\#(columns.joined())</cols><sheetData>
      """#
  }

  /// Returns the width of each column, so that no number is too wide to be shown.
  private func widths() -> [Int] {
    var widths = columns.map(\.count)
    for row in rows {
      for (index, value) in row.enumerated() {
        widths[index] = max(widths[index], WorksheetCell(value).width)
      }
    }
    return widths.map { min(max($0 + 2, Self.widths.lowerBound), Self.widths.upperBound) }
  }

  private func row(
    _ number: Int, _ cells: [WorksheetCell], _ letters: [String]
  ) throws(WorksheetTooLarge) -> String {
    var row = #"<row r="\#(number)">"#
    for (index, cell) in cells.enumerated() {
      let place = "\(letters[index])\(number)"
      switch cell {
      case .empty: continue
      case .number(let digits, let style):
        row += #"<c r="\#(place)" s="\#(style.index)"><v>\#(digits)</v></c>"#
      case .text(let text, let style):
        guard text.utf8.count <= Self.textMax || text.utf16.count <= Self.textMax else {
          throw .text(in: columns[index], max: Self.textMax)
        }
        row += #"<c r="\#(place)" s="\#(style.index)" t="inlineStr"><is><t xml:space="preserve">"#
        row += XMLText.escaped(text) + "</t></is></c>"
      }
    }
    return row + "</row>"
  }

  /// Returns the letters of a column: `A` to `Z`, then `AA`.
  private static func letters(of column: Int) -> String {
    let (before, rest) = column.quotientAndRemainder(dividingBy: 26)
    let letter = String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(rest)))
    return (before == 0 ? "" : letters(of: before - 1)) + letter
  }
}
