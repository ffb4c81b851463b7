/// The appearance of a cell of a worksheet.
struct CellStyle: Hashable, Sendable {
  /// The place of the style in the list of the workbook.
  let index: Int
  /// The number format of a spreadsheet; `@` for cells that stay texts when they are edited.
  let format: String
  let isBold: Bool

  private static let decimalsMax = 9

  /// The style of cells that name none. A workbook has it first.
  private static let general = CellStyle(index: 0, format: "General")
  static let text = CellStyle(index: 1, format: "@")
  static let columnName = CellStyle(index: 2, format: "@", isBold: true)
  static let whole = CellStyle(index: 3, format: "#,##0")
  static let amount = CellStyle(index: 4, format: "#,##0.000")
  private static let fractions = (1...decimalsMax).map { count in
    CellStyle(index: 4 + count, format: "0." + String(repeating: "0", count: count))
  }

  /// All styles, in the order of their indices.
  static let all = [general, text, columnName, whole, amount] + fractions

  private init(index: Int, format: String, isBold: Bool = false) {
    self.index = index
    self.format = format
    self.isBold = isBold
  }

  /// Returns the style that shows all decimals of a number, nine at most.
  static func decimals(of number: String) -> CellStyle {
    guard let point = number.firstIndex(of: ".") else { return whole }
    let count = number[point...].count - 1
    return fractions[max(1, min(count, decimalsMax)) - 1]
  }
}
