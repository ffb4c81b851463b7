/// A row of a file of sold units, whatever kind of file it is.
struct SoldRow {
  let key: Sold.Key
  let part: SoldPart
  /// Negative for refunds.
  let units: Int64
  /// The price of one unit, positive.
  let price: ExactDecimal
  /// The proceeds of one unit, positive.
  let proceeds: ExactDecimal
  let proceedsCurrency: String

  /// - Parameter product: the product as the ledger names it; the row's SKU if nil.
  init(_ row: SalesRow, of product: String?) {
    let subscription: SoldPart.Subscription? =
      switch row.subscription {
      case .new: .new
      case .renewal: .renewal
      case .other, nil: nil
      }
    key = Sold.Key(
      day: row.period.lowerBound, product: product ?? row.sku, storefront: row.storefront,
      currency: row.customerCurrency, isRefund: row.units < 0)
    part = SoldPart(
      subscription: subscription, unitPrice: row.customerPrice.magnitude.roundedMilliunits,
      isAfterAYear: row.isRateAfterOneYear)
    // Refunds have negative units and negative prices.
    (units, price) = (row.units, row.customerPrice.magnitude)
    (proceeds, proceedsCurrency) = (row.developerProceeds, row.proceedsCurrency)
  }

  /// Nil for a row without a price.
  init?(_ row: SubscriberRow, of product: String) {
    guard let price = row.customerPrice?.magnitude, let proceeds = row.developerProceeds?.magnitude
    else { return nil }
    key = Sold.Key(
      day: row.eventDate, product: product, storefront: row.storefront,
      currency: row.customerCurrency, isRefund: row.isRefund)
    part = SoldPart(
      subscription: nil, unitPrice: price.roundedMilliunits,
      isAfterAYear: row.isRateAfterOneYear)
    units = (row.isRefund ? -1 : 1) * Int64(row.units.magnitude)
    (self.price, self.proceeds) = (price, proceeds)
    proceedsCurrency = row.proceedsCurrency
  }
}
