package import Ledger

/// A row of a `FINANCE_DETAIL` report: the settled units of one product at one price in one storefront,
/// by the days of purchase and settlement.
package struct FinanceDetailRow: Hashable, Sendable {
  /// The number of the line in the decompressed file.
  package let line: Int
  /// The day of the purchase or refund. It may lie in an earlier fiscal month than the settlement.
  package let transactionDate: CivilDate
  package let settlementDate: CivilDate
  /// The SKU of an app or the product id of an in-app purchase.
  package let sku: String
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
  /// Apple's financial region, such as `EU`.
  package let region: String
  package let promoCode: String
  package let orderType: String
  /// The price of one unit with taxes.
  package let customerPrice: ExactDecimal
  package let customerCurrency: String
}

extension FinanceDetailRow: SettledRow {
  enum Column: String, ReportColumn, CaseIterable {
    case transactionDate = "Transaction Date"
    case settlementDate = "Settlement Date"
    case appleIdentifier = "Apple Identifier"
    case sku = "SKU"
    case title = "Title"
    case productTypeIdentifier = "Product Type Identifier"
    case countryOfSale = "Country of Sale"
    case quantity = "Quantity"
    case partnerShare = "Partner Share"
    case extendedPartnerShare = "Extended Partner Share"
    case currency = "Partner Share Currency"
    case customerPrice = "Customer Price"
    case customerCurrency = "Customer Currency"
    case saleOrReturn = "Sale or Return"
    case promoCode = "Promo Code"
    case orderType = "Order Type"
    case region = "Region"

    static let required = Set(allCases).subtracting([.title, .promoCode, .orderType, .region])

    var headings: [String] {
      self == .saleOrReturn ? [rawValue, "Sales or Return"] : [rawValue]
    }
  }

  static let dateColumn = Column.transactionDate

  var days: ClosedRange<CivilDate>? { settlementDate...settlementDate }

  init(_ cells: RowCells<Column>) throws(AppleReportError) {
    line = cells.line.number
    transactionDate = try cells.date(.transactionDate)
    settlementDate = try cells.date(.settlementDate)
    sku = cells.text(.sku)
    appleIdentifier = cells.text(.appleIdentifier)
    title = cells.text(.title)
    productTypeIdentifier = cells.text(.productTypeIdentifier)
    quantity = try cells.quantity(.quantity)
    partnerShare = try cells.amount(.partnerShare)
    extendedPartnerShare = try cells.amount(.extendedPartnerShare)
    currency = cells.text(.currency)
    saleOrReturn = SaleOrReturn(cells.text(.saleOrReturn))
    storefront = cells.storefront(.countryOfSale)
    region = cells.text(.region)
    promoCode = cells.text(.promoCode)
    orderType = cells.text(.orderType)
    customerPrice = try cells.amount(.customerPrice)
    customerCurrency = cells.text(.customerCurrency)
  }
}
