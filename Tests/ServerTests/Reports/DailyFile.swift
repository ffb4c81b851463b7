/// The text of a daily report file of Apple's, for tests.
enum DailyFile {
  typealias Cells = KeyValuePairs<String, String>

  /// - Parameter rows: the cells of each row, all with the columns of the first.
  private static func text(_ rows: Cells...) -> String { text(rows) }

  static func text(_ rows: [Cells]) -> String {
    let lines = [rows[0].map(\.key)] + rows.map { $0.map(\.value) }
    return lines.map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  static func sale(
    _ date: String, of sku: String, _ type: String, _ appleID: String, units: Int,
    proceeds: String, price: String, parent: String = "", subscription: String = "",
    period: String = "", reason: String = "", in country: String = "DE", _ currency: String = "EUR"
  ) -> Cells {
    [
      "SKU": sku, "Product Type Identifier": type, "Units": "\(units)",
      "Developer Proceeds": proceeds, "Begin Date": date, "End Date": date,
      "Customer Currency": currency, "Country Code": country, "Currency of Proceeds": currency,
      "Apple Identifier": appleID, "Customer Price": price, "Parent Identifier": parent,
      "Subscription": subscription, "Period": period, "Proceeds Reason": reason,
      "Preserved Pricing": "",
    ]
  }

  /// Returns the file of a day with downloads of the app with the SKU MOON, a row for each price.
  static func downloads(
    _ date: String, ofApp appleID: Int64, _ rows: [(price: String, units: Int)]
  ) -> String {
    text(
      rows.map { row in
        sale(
          date, of: "MOON", "1F", "\(appleID)", units: row.units, proceeds: "2.935",
          price: row.price)
      })
  }

  /// Returns the file of a day with one row of a month of 9.99 EUR.
  ///
  /// - Parameter date: such as 01/31/2025.
  static func sales(
    _ date: String, proceeds: String = "5.876", price: String = "9.99", units: Int = 1,
    subscription: String = "New"
  ) -> String {
    text(
      sale(
        date, of: "com.example.month", "IAY", "1500000001", units: units, proceeds: proceeds,
        price: price, parent: "game", subscription: subscription, period: "1 Month"))
  }

  /// Returns the file of a day with one row.
  ///
  /// - Parameters:
  ///   - date: such as 2025-01-31.
  ///   - purchased: the day of the refunded purchase, which makes the row one of a refund.
  static func subscribers(
    _ date: String, proceeds: String = "5.876", price: String = "9.99", reason: String = "",
    refunding purchased: String = ""
  ) -> String {
    text(
      subscriber(
        date, proceeds: proceeds, price: price, reason: reason, refunding: purchased))
  }

  static func subscriber(
    _ date: String, of appleID: String = "1500000001", in app: String = "1400000001",
    proceeds: String = "5.876", price: String = "9.99", reason: String = "",
    refunding purchased: String = ""
  ) -> Cells {
    [
      "Event Date": date, "App Apple ID": app, "Subscription Apple ID": appleID,
      "Customer Price": price, "Customer Currency": "EUR", "Developer Proceeds": proceeds,
      "Proceeds Currency": "EUR", "Preserved Pricing": "", "Proceeds Reason": reason,
      "Country": "DE", "Subscriber ID": "4711000000", "Refund": purchased.isEmpty ? "" : "Yes",
      "Purchase Date": purchased, "Units": purchased.isEmpty ? "1" : "-1",
    ]
  }
}
