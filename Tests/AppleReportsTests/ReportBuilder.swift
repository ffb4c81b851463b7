import AppleReports
import Foundation
import Testing

/// A builder of report files: a header and rows of which only the cells of interest are given.
struct ReportBuilder {
  var headings: [String]
  /// The cells of a row that gives no other.
  var usual: [String: String]
  var head: [String] = []
  var rows: [[String: String]] = []
  var end: [String] = []
  var lineEnd = "\n"

  func with(_ rows: [String: String]...) -> ReportBuilder {
    var copy = self
    copy.rows = rows
    return copy
  }

  func ending(_ lines: String...) -> ReportBuilder {
    var copy = self
    copy.end = lines
    return copy
  }

  func without(_ heading: String) -> ReportBuilder {
    var copy = self
    copy.headings.removeAll { $0 == heading }
    return copy
  }

  var text: String {
    let rows = rows.map { row in
      headings.map { row[$0] ?? usual[$0] ?? "" }.joined(separator: "\t")
    }
    let lines = head + [headings.joined(separator: "\t")] + rows + end
    return lines.map { $0 + lineEnd }.joined()
  }

  var bytes: [UInt8] { Array(text.utf8) }

  func read() throws(AppleReportError) -> AppleReport { try AppleReport(reading: bytes) }
}

extension ReportBuilder {
  static let sales = ReportBuilder(
    headings: [
      "Provider", "Provider Country", "SKU", "Developer", "Title", "Version",
      "Product Type Identifier", "Units", "Developer Proceeds", "Begin Date", "End Date",
      "Customer Currency", "Country Code", "Currency of Proceeds", "Apple Identifier",
      "Customer Price", "Promo Code", "Parent Identifier", "Subscription", "Period", "Category",
      "CMB", "Device", "Supported Platforms", "Proceeds Reason", "Preserved Pricing", "Client",
      "Order Type",
    ],
    usual: [
      "Provider": "APPLE", "Provider Country": "US", "SKU": "moon.month", "Title": "Moon Pass",
      "Product Type Identifier": "IAY", "Units": "1", "Developer Proceeds": "5.88",
      "Begin Date": "03/31/2026", "End Date": "03/31/2026", "Customer Currency": "EUR",
      "Country Code": "DE", "Currency of Proceeds": "EUR", "Apple Identifier": "1500000001",
      "Customer Price": "9.99", "Parent Identifier": "moon", "Subscription": "Renewal",
      "Period": "1 Month", "Device": "iPhone",
    ])

  static let subscription = ReportBuilder(
    headings: [
      "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID",
      "Subscription Group ID", "Standard Subscription Duration", "Subscription Offer Name",
      "Promotional Offer ID", "Customer Price", "Customer Currency", "Developer Proceeds",
      "Proceeds Currency", "Preserved Pricing", "Proceeds Reason", "Client", "Device", "State",
      "Country", "Active Standard Price Subscriptions",
      "Active Free Trial Introductory Offer Subscriptions",
      "Active Pay Up Front Introductory Offer Subscriptions",
      "Active Pay As You Go Introductory Offer Subscriptions",
      "Free Trial Promotional Offer Subscriptions", "Pay As You Go Offer Code Subscriptions",
      "Marketing Opt-Ins", "Billing Retry", "Grace Period", "Subscribers",
      "Free Trial Win-Back Offers",
    ],
    usual: [
      "App Name": "Moon", "App Apple ID": "1400000001", "Subscription Name": "Moon Pass",
      "Subscription Apple ID": "1500000001", "Subscription Group ID": "20000001",
      "Standard Subscription Duration": "1 Month", "Customer Price": "9.99",
      "Customer Currency": "USD", "Developer Proceeds": "7.00", "Proceeds Currency": "USD",
      "Country": "US", "Device": "iPad", "Active Standard Price Subscriptions": "12",
    ])

  static let subscriptionEvent = ReportBuilder(
    headings: [
      "Event Date", "Event", "App Name", "App Apple ID", "Subscription Name",
      "Subscription Apple ID", "Subscription Group ID", "Standard Subscription Duration",
      "Subscription Offer Type", "Subscription Offer Duration", "Marketing Opt-In",
      "Marketing Opt-In Duration", "Preserved Pricing", "Proceeds Reason",
      "Subscription Offer Name", "Promotional Offer ID", "Consecutive Paid Periods",
      "Original Start Date", "Device", "Client", "State", "Country", "Previous Subscription Name",
      "Previous Subscription Apple ID", "Days Before Canceling", "Cancellation Reason",
      "Days Canceled", "Quantity", "Paid Service Days Recovered",
    ],
    usual: [
      "Event Date": "2026-03-31", "Event": "Renew", "App Apple ID": "1400000001",
      "Subscription Name": "Moon Pass", "Subscription Apple ID": "1500000001",
      "Standard Subscription Duration": "1 Month", "Consecutive Paid Periods": "4",
      "Original Start Date": "2025-12-01", "Country": "JP", "Quantity": "1",
    ])

  static let subscriber = ReportBuilder(
    headings: [
      "Event Date", "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID",
      "Subscription Group ID", "Standard Subscription Duration", "Subscription Offer Name",
      "Promotional Offer ID", "Subscription Offer Type", "Subscription Offer Duration",
      "Marketing Opt-In Duration", "Customer Price", "Customer Currency", "Developer Proceeds",
      "Proceeds Currency", "Preserved Pricing", "Proceeds Reason", "Client", "Device", "Country",
      "Subscriber ID", "Subscriber ID Reset", "Refund", "Purchase Date", "Units",
    ],
    usual: [
      "Event Date": "2026-03-31", "App Apple ID": "1400000001", "Subscription Name": "Moon Pass",
      "Subscription Apple ID": "1500000001", "Standard Subscription Duration": "1 Month",
      "Customer Price": "9.99", "Customer Currency": "USD", "Developer Proceeds": "7.00",
      "Proceeds Currency": "USD", "Country": "US", "Subscriber ID": "4711000000", "Units": "1",
    ])

  static let financial = ReportBuilder(
    headings: [
      "Start Date", "End Date", "UPC", "ISRC/ISBN", "Vendor Identifier", "Quantity",
      "Partner Share", "Extended Partner Share", "Partner Share Currency", "Sale or Return",
      "Apple Identifier", "Artist/Show/Developer/Author", "Title",
      "Label/Studio/Network/Developer/Publisher", "Grid", "Product Type Identifier",
      "ISAN/Other Identifier", "Country Of Sale", "Pre-order Flag", "Promo Code",
      "Customer Price", "Customer Currency",
    ],
    usual: [
      "Start Date": "03/01/2026", "End Date": "03/28/2026", "Vendor Identifier": "moon.month",
      "Quantity": "1", "Partner Share": "7.00", "Extended Partner Share": "7.00",
      "Partner Share Currency": "USD", "Sale or Return": "S", "Apple Identifier": "1500000001",
      "Title": "Moon Pass", "Product Type Identifier": "IAY", "Country Of Sale": "US",
      "Customer Price": "9.99", "Customer Currency": "USD",
    ])

  static let financeDetail = ReportBuilder(
    headings: [
      "Transaction Date", "Settlement Date", "Apple Identifier", "SKU", "Title",
      "Developer Name", "Product Type Identifier", "Country of Sale", "Quantity",
      "Partner Share", "Extended Partner Share", "Partner Share Currency", "Customer Price",
      "Customer Currency", "Sale or Return", "Promo Code", "Order Type", "Region",
    ],
    usual: [
      "Transaction Date": "12/01/2025", "Settlement Date": "12/02/2025",
      "Apple Identifier": "1500000001", "SKU": "moon.month", "Title": "Moon Pass",
      "Product Type Identifier": "IAY", "Country of Sale": "US", "Quantity": "1",
      "Partner Share": "7.00", "Extended Partner Share": "7.00",
      "Partner Share Currency": "USD", "Customer Price": "9.99", "Customer Currency": "USD",
      "Sale or Return": "S", "Region": "US",
    ],
    head: [
      "Vendor Name\tMoon Games", "Start Date\t11/30/2025", "End Date\t12/27/2025", "",
    ])
}

extension AppleReport {
  var salesRows: [SalesRow] {
    if case .sales(let rows) = rows { rows } else { [] }
  }

  var subscriptionRows: [SubscriptionRow] {
    if case .subscription(let rows) = rows { rows } else { [] }
  }

  var eventRows: [SubscriptionEventRow] {
    if case .subscriptionEvent(let rows) = rows { rows } else { [] }
  }

  var subscriberRows: [SubscriberRow] {
    if case .subscriber(let rows) = rows { rows } else { [] }
  }

  var financialRows: [FinancialRow] {
    if case .financial(let rows, _) = rows { rows } else { [] }
  }

  var detailRows: [FinanceDetailRow] {
    if case .financeDetail(let rows, _) = rows { rows } else { [] }
  }

  var totals: FinancialTotals? {
    switch rows {
    case .financial(_, let totals), .financeDetail(_, let totals): totals
    case .sales, .subscription, .subscriptionEvent, .subscriber: nil
    }
  }
}
