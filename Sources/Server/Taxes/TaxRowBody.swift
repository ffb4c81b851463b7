package import Ledger

/// A tax in force that was learned from Apple's files, as the command prints it.
package struct TaxRowBody: Encodable, Sendable {
  let storefront: String
  let product: String?
  let from: String?
  /// A fraction of the price without tax, as 0.07.
  let tax: String

  package init(_ row: TaxTable.Row) {
    storefront = row.storefront
    product = row.productID?.rawValue
    from = row.from?.description
    tax = CommissionRate.fraction(row.thousandths)
  }

  package var text: String {
    "\(product ?? "every product") in \(storefront) from \(from ?? "the beginning"): tax \(tax)"
  }
}
