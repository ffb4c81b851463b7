/// The taxes in the prices of an app: as learned from Apple's files, else as estimated.
package struct ChargeTaxes: Sendable {
  private let learned: TaxTable
  private let estimates: TaxTable

  package init(learned: TaxTable, estimates: TaxTable = .estimates) {
    self.learned = learned
    self.estimates = estimates
  }

  /// Returns the tax in a price of a charge's product, storefront and moment, rounded half up; 0 for an
  /// unknown storefront.
  func tax(in price: Int64, of charge: Charge) -> Int64 {
    let thousandths = thousandths(of: charge.productID, in: charge.storefront, at: charge.chargedAt)
    return Share(of: Int64(thousandths), in: Int64(1_000 + thousandths)).part(of: price)
  }

  /// Returns the tax of a product in a storefront at a moment, in thousandths of the price without it.
  private func thousandths(
    of productID: ProductID, in storefront: String?, at moment: Instant
  ) -> Int {
    guard let storefront else { return 0 }
    return learned.thousandths(of: productID, in: storefront, at: moment)
      ?? estimates.thousandths(of: productID, in: storefront, at: moment) ?? 0
  }
}
