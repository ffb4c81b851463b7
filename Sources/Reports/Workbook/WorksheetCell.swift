/// A cell of a worksheet.
enum WorksheetCell: Hashable {
  case empty
  case text(String, CellStyle)
  /// A number by its digits, which are written as they are.
  case number(String, CellStyle)

  /// Creates the cell of a value. A text is never a formula, and an amount has three decimals.
  init(_ value: Report.Value) {
    self =
      switch value {
      case .text(let text): text.map { $0.isEmpty ? .empty : .text($0, .text) } ?? .empty
      case .number(let number): .number(String(number), .whole)
      case .measure(let number?): .number(String(number), .whole)
      case .decimal(let number?): .number(number, .decimals(of: number))
      case .money(let amount?), .balance(let amount):
        .number(Milliunits.thousandths(amount), .amount)
      case .measure(nil), .decimal(nil), .money(nil): .empty
      }
  }

  /// The width of the cell as it is shown, in characters.
  var width: Int {
    switch self {
    case .empty: 0
    case .text(let text, _): text.unicodeScalars.count
    // A third more for the commas between thousands.
    case .number(let digits, _): digits.utf8.count * 4 / 3
    }
  }
}
