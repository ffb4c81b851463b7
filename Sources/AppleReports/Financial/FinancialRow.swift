package import Ledger

/// A row of a `FINANCIAL` report: the settled units of one product at one price in one storefront in a
/// fiscal month.
package struct FinancialRow: Hashable, Sendable {
  /// The number of the line in the decompressed file.
  package let line: Int
  /// The days of the fiscal month.
  package let period: ClosedRange<CivilDate>
  /// The SKU of an app or the product id of an in-app purchase.
  package let vendorIdentifier: String
  package let appleIdentifier: String
  package let title: String
  package let productTypeIdentifier: String
  /// Negative for refunds where Apple writes it so; `extendedPartnerShare` has the sign in any case.
  package let quantity: Int64
  /// The proceeds of one unit, positive.
  package let partnerShare: ExactDecimal
  /// The proceeds of all units, negative for refunds.
  package let extendedPartnerShare: ExactDecimal
  /// The currency of the proceeds.
  package let currency: String
  package let saleOrReturn: SaleOrReturn
  /// The country with three letters, as Apple signs it; text that is no known code as it was.
  package let storefront: String
  package let promoCode: String
  /// The price of one unit with taxes.
  package let customerPrice: ExactDecimal
  package let customerCurrency: String
}

extension FinancialRow: SettledRow {
  enum Column: String, ReportColumn, CaseIterable {
    case startDate = "Start Date"
    case endDate = "End Date"
    case vendorIdentifier = "Vendor Identifier"
    case quantity = "Quantity"
    case partnerShare = "Partner Share"
    case extendedPartnerShare = "Extended Partner Share"
    case currency = "Partner Share Currency"
    case saleOrReturn = "Sale or Return"
    case appleIdentifier = "Apple Identifier"
    case title = "Title"
    case productTypeIdentifier = "Product Type Identifier"
    case countryOfSale = "Country Of Sale"
    case promoCode = "Promo Code"
    case customerPrice = "Customer Price"
    case customerCurrency = "Customer Currency"

    static let required = Set(allCases).subtracting([.title, .promoCode])

    var headings: [String] {
      self == .saleOrReturn ? [rawValue, "Sales or Return"] : [rawValue]
    }
  }

  static let dateColumn = Column.startDate

  var days: ClosedRange<CivilDate>? { period }

  init(_ cells: RowCells<Column>) throws(AppleReportError) {
    line = cells.line.number
    period = try cells.days(.startDate, .endDate)
    vendorIdentifier = cells.text(.vendorIdentifier)
    appleIdentifier = cells.text(.appleIdentifier)
    title = cells.text(.title)
    productTypeIdentifier = cells.text(.productTypeIdentifier)
    quantity = try cells.quantity(.quantity)
    partnerShare = try cells.amount(.partnerShare)
    extendedPartnerShare = try cells.amount(.extendedPartnerShare)
    currency = cells.text(.currency)
    saleOrReturn = SaleOrReturn(cells.text(.saleOrReturn))
    storefront = cells.storefront(.countryOfSale)
    promoCode = cells.text(.promoCode)
    customerPrice = try cells.amount(.customerPrice)
    customerCurrency = cells.text(.customerCurrency)
  }
}
