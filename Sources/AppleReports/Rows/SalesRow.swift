package import Ledger

/// A row of a `SALES` report: units of one product at one price in one storefront.
///
/// Cells that a comparison does not read, such as `Developer` and `Supported Platforms`, are left out.
package struct SalesRow: Hashable, Sendable, ProceedsReasonRow {
  /// The kind of purchase of a subscription.
  package enum Subscription: Hashable, Sendable {
    case new
    case renewal
    case other(String)
  }

  /// The number of the line in the decompressed file.
  package let line: Int
  /// The first and the last day of the sales, equal in daily files. Days are those of the report's time
  /// zone, Pacific time in a worldwide report.
  package let period: ClosedRange<CivilDate>
  /// The SKU of an app or the product id of an in-app purchase.
  package let sku: String
  /// The SKU of the app of an in-app purchase; blank for an app.
  package let parentIdentifier: String
  package let appleIdentifier: String
  package let title: String
  /// Such as `IAY` for an auto-renewable subscription. An open set.
  package let productTypeIdentifier: String
  /// Negative for refunds.
  package let units: Int64
  /// The proceeds of one unit, positive, also on refunds.
  package let developerProceeds: ExactDecimal
  package let proceedsCurrency: String
  /// The price of one unit with taxes, negative on refunds.
  package let customerPrice: ExactDecimal
  package let customerCurrency: String
  /// The country with three letters, as Apple signs it; text that is no known code as it was.
  package let storefront: String
  /// Nil for what is no auto-renewable subscription.
  package let subscription: Subscription?
  /// The length of the plan, such as `1 Month`.
  package let periodText: String
  package let proceedsReason: String
  package let preservedPricing: ReportMark
  package let promoCode: String
  package let orderType: String
  package let device: String
  package let client: String
}

extension SalesRow: ReportRow {
  enum Column: String, ReportColumn, CaseIterable {
    case sku = "SKU"
    case title = "Title"
    case productTypeIdentifier = "Product Type Identifier"
    case units = "Units"
    case developerProceeds = "Developer Proceeds"
    case beginDate = "Begin Date"
    case endDate = "End Date"
    case customerCurrency = "Customer Currency"
    case countryCode = "Country Code"
    case proceedsCurrency = "Currency of Proceeds"
    case appleIdentifier = "Apple Identifier"
    case customerPrice = "Customer Price"
    case promoCode = "Promo Code"
    case parentIdentifier = "Parent Identifier"
    case subscription = "Subscription"
    case period = "Period"
    case device = "Device"
    case proceedsReason = "Proceeds Reason"
    case preservedPricing = "Preserved Pricing"
    case client = "Client"
    case orderType = "Order Type"

    static let required = Set(allCases).subtracting([
      .title, .promoCode, .device, .client, .orderType,
    ])
  }

  var days: ClosedRange<CivilDate>? { period }

  init(_ cells: RowCells<Column>) throws(AppleReportError) {
    line = cells.line.number
    period = try cells.days(.beginDate, .endDate)
    sku = cells.text(.sku)
    parentIdentifier = cells.text(.parentIdentifier)
    appleIdentifier = cells.text(.appleIdentifier)
    title = cells.text(.title)
    productTypeIdentifier = cells.text(.productTypeIdentifier)
    units = try cells.quantity(.units)
    developerProceeds = try cells.amount(.developerProceeds)
    proceedsCurrency = cells.text(.proceedsCurrency)
    customerPrice = try cells.amount(.customerPrice)
    customerCurrency = cells.text(.customerCurrency)
    storefront = cells.storefront(.countryCode)
    subscription = Subscription(cells.text(.subscription))
    periodText = cells.text(.period)
    proceedsReason = cells.text(.proceedsReason)
    preservedPricing = cells.mark(.preservedPricing)
    promoCode = cells.text(.promoCode)
    orderType = cells.text(.orderType)
    device = cells.text(.device)
    client = cells.text(.client)
  }
}

extension SalesRow.Subscription {
  fileprivate init?(_ text: String) {
    switch text.lowercased() {
    case "": return nil
    case "new": self = .new
    case "renewal": self = .renewal
    default: self = .other(text)
    }
  }
}
