/// The text of a file of Apple's about a fiscal month.
struct SettledFile {
  struct Row {
    var sku = "com.example.month"
    var country = "DE"
    let share: String
    var currency = "EUR"
    /// Apple's number of the product.
    var number = "1500000001"
  }

  /// The first and the last day, as Apple writes them.
  var days = ("12/29/2024", "02/01/2025")
  let rows: [Row]

  init(days: (String, String)? = nil, _ rows: Row...) {
    if let days { self.days = days }
    self.rows = rows
  }

  /// The `FINANCE_DETAIL` file.
  var detail: String {
    let header = [
      "Transaction Date", "Settlement Date", "Apple Identifier", "SKU", "Title", "Developer Name",
      "Product Type Identifier", "Country of Sale", "Quantity", "Partner Share",
      "Extended Partner Share", "Partner Share Currency", "Customer Price", "Customer Currency",
      "Sale or Return", "Promo Code", "Order Type", "Region",
    ]
    let lines = rows.map { row in
      [
        days.0, days.1, row.number, row.sku, "Month", "Example", "IAY", row.country,
        row.isReturn ? "-1" : "1", row.unitShare, row.share, row.currency, "9.99", "EUR",
        row.isReturn ? "R" : "S", "", "", "EU",
      ]
    }
    return "Vendor Name\tExample\nStart Date\t\(days.0)\nEnd Date\t\(days.1)\n\n"
      + Self.text(header, lines)
  }

  /// The `FINANCIAL` file.
  var summary: String {
    let header = [
      "Start Date", "End Date", "UPC", "ISRC/ISBN", "Vendor Identifier", "Quantity",
      "Partner Share", "Extended Partner Share", "Partner Share Currency", "Sale or Return",
      "Apple Identifier", "Title", "Product Type Identifier", "Country Of Sale",
      "Customer Price", "Customer Currency",
    ]
    let lines = rows.map { row in
      [
        days.0, days.1, "", "", row.sku, row.isReturn ? "-1" : "1", row.unitShare, row.share,
        row.currency, row.isReturn ? "R" : "S", row.number, "Month", "IAY", row.country, "9.99",
        "EUR",
      ]
    }
    return Self.text(header, lines)
  }

  private static func text(_ header: [String], _ lines: [[String]]) -> String {
    ([header] + lines).map { $0.joined(separator: "\t") + "\n" }.joined()
  }
}

extension SettledFile.Row {
  fileprivate var isReturn: Bool { share.hasPrefix("-") }
  fileprivate var unitShare: String { isReturn ? String(share.dropFirst()) : share }
}
