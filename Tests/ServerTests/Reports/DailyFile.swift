/// The text of a daily report file of Apple's with one row of a month of 9.99 EUR, for tests.
enum DailyFile {
  private static func text(_ cells: KeyValuePairs<String, String>) -> String {
    let lines = [cells.map(\.key), cells.map(\.value)]
    return lines.map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  /// - Parameter date: such as 01/31/2025.
  static func sales(
    _ date: String, proceeds: String = "5.876", price: String = "9.99", units: Int = 1,
    subscription: String = "New"
  ) -> String {
    text([
      "SKU": "com.example.month", "Product Type Identifier": "IAY", "Units": "\(units)",
      "Developer Proceeds": proceeds, "Begin Date": date, "End Date": date,
      "Customer Currency": "EUR", "Country Code": "DE", "Currency of Proceeds": "EUR",
      "Apple Identifier": "1500000001", "Customer Price": price, "Parent Identifier": "game",
      "Subscription": subscription, "Period": "1 Month", "Proceeds Reason": "",
      "Preserved Pricing": "",
    ])
  }

  /// - Parameters:
  ///   - date: such as 2025-01-31.
  ///   - purchased: the day of the refunded purchase, which makes the row one of a refund.
  static func subscribers(
    _ date: String, proceeds: String = "5.876", price: String = "9.99", reason: String = "",
    refunding purchased: String = ""
  ) -> String {
    text([
      "Event Date": date, "App Apple ID": "1400000001", "Subscription Apple ID": "1500000001",
      "Customer Price": price, "Customer Currency": "EUR", "Developer Proceeds": proceeds,
      "Proceeds Currency": "EUR", "Preserved Pricing": "", "Proceeds Reason": reason,
      "Country": "DE", "Subscriber ID": "4711000000", "Refund": purchased.isEmpty ? "" : "Yes",
      "Purchase Date": purchased, "Units": purchased.isEmpty ? "1" : "-1",
    ])
  }
}
