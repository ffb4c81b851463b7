/// The columns of a report, each with the cell of a row.
struct TabbedSheet<Row>: Sendable {
  typealias Column = (heading: String, cell: @Sendable (Row) -> String)

  let columns: [Column]

  /// Returns the header and the rows, ordered by their text so that the same rows have the same bytes.
  func lines(_ rows: [Row]) -> [String] {
    let header = columns.map(\.heading).joined(separator: "\t")
    return [header]
      + rows.map { row in columns.map { $0.cell(row) }.joined(separator: "\t") }.sorted()
  }
}

extension Int64 {
  /// The amount of so many milliunits, with two decimals or, if need be, three.
  var amountText: String {
    let thousandths = String(magnitude % 1_000 + 1_000).dropFirst()
    let decimals = thousandths.hasSuffix("0") ? thousandths.dropLast() : thousandths
    return "\(self < 0 ? "-" : "")\(magnitude / 1_000).\(decimals)"
  }
}

extension CalendarPeriod {
  /// The period in the words of reports, such as `7 Days`, `1 Month` or `1 Year`.
  var reportText: String {
    let (number, word) =
      switch unit {
      case .day: (count, "Day")
      case .week: (count * 7, "Day")
      case .month: (count, "Month")
      case .year: (count, "Year")
      }
    return "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}

extension StoreOffer.Mode {
  /// The payment mode in the words of reports.
  var reportText: String {
    switch self {
    case .freeTrial: "Free Trial"
    case .payAsYouGo: "Pay As You Go"
    case .payUpFront: "Pay Up Front"
    }
  }
}

extension Product.Kind {
  /// The Product Type Identifier.
  var reportCode: String {
    switch self {
    case .consumable, .nonConsumable: "IA1"
    case .nonRenewing: "IA9"
    case .autoRenewable: "IAY"
    }
  }
}

/// The words that mark a row.
enum ReportWord {
  static let device = "iPhone"

  static func yes(_ isTrue: Bool) -> String { isTrue ? "Yes" : "" }

  /// The Proceeds Reason.
  static func reason(isAfterAYear: Bool) -> String { isAfterAYear ? "Rate After One Year" : "" }
}
