package import Ledger

/// The price and the proceeds of one unit that a report tells, whatever kind of report it is.
package struct ProceedsObservation: Hashable, Sendable {
  /// The country with three letters.
  package let storefront: String
  /// The product id, or Apple's number of a product whose id is not known.
  package let product: String
  package let date: CivilDate
  /// Nil where the report does not tell: in settled reports, and for an unknown reason.
  package let rate: ProceedsRate?
  /// Positive, also for refunds.
  package let price: ExactDecimal
  package let priceCurrency: String
  /// Positive, also for refunds.
  package let proceeds: ExactDecimal
  package let proceedsCurrency: String
  /// The number of units bought or refunded, positive.
  package let units: Int64

  /// Returns nil for what is free and for no units.
  private init?(
    storefront: String, product: String, date: CivilDate, rate: ProceedsRate?,
    price: ExactDecimal, priceCurrency: String, proceeds: ExactDecimal, proceedsCurrency: String,
    units: Int64
  ) {
    guard !price.isZero, !proceeds.isZero, units != 0 else { return nil }
    self.storefront = storefront
    self.product = product
    self.date = date
    self.rate = rate
    self.price = price.magnitude
    self.priceCurrency = priceCurrency
    self.proceeds = proceeds.magnitude
    self.proceedsCurrency = proceedsCurrency
    self.units = Int64(units.magnitude)
  }

  /// Observes a row of sales on its first day; nil if it is free.
  package init?(_ row: SalesRow) {
    self.init(
      storefront: row.storefront, product: row.sku, date: row.period.lowerBound, rate: row.rate,
      price: row.customerPrice, priceCurrency: row.customerCurrency,
      proceeds: row.developerProceeds, proceedsCurrency: row.proceedsCurrency, units: row.units)
  }

  /// Observes a transaction on its day; nil if it is free or names no price. The report has no product
  /// ids: `products` tells them by Apple's numbers, as ``productIDs(in:)`` finds them.
  package init?(_ row: SubscriberRow, products: [String: String]) {
    guard let price = row.customerPrice, let proceeds = row.developerProceeds else { return nil }
    self.init(
      storefront: row.storefront,
      product: products[row.subscriptionAppleID] ?? row.subscriptionAppleID, date: row.eventDate,
      rate: row.rate, price: price, priceCurrency: row.customerCurrency, proceeds: proceeds,
      proceedsCurrency: row.proceedsCurrency, units: row.units)
  }

  /// Observes a settled row on the first day of its month; nil if it is free. The rate is not told.
  package init?(_ row: FinancialRow) {
    self.init(
      storefront: row.storefront, product: row.vendorIdentifier, date: row.period.lowerBound,
      rate: nil, price: row.customerPrice, priceCurrency: row.customerCurrency,
      proceeds: row.partnerShare, proceedsCurrency: row.currency, units: row.quantity)
  }

  /// Observes a settled row on the day of its transaction; nil if it is free. The rate is not told.
  package init?(_ row: FinanceDetailRow) {
    self.init(
      storefront: row.storefront, product: row.sku, date: row.transactionDate, rate: nil,
      price: row.customerPrice, priceCurrency: row.customerCurrency, proceeds: row.partnerShare,
      proceedsCurrency: row.currency, units: row.quantity)
  }

  /// Returns the product ids by Apple's numbers of the products.
  package static func productIDs(in sales: [SalesRow]) -> [String: String] {
    Dictionary(sales.map { ($0.appleIdentifier, $0.sku) }) { first, _ in first }
  }
}
