import AppleReports
package import Ledger

/// A price of an app itself, as the command prints it.
package struct PriceRowBody: Encodable, Sendable {
  /// The first Pacific day.
  let from: String
  /// The last Pacific day.
  let to: String
  let storefront: String
  let currency: String
  /// A decimal number, as 4.99.
  let price: String

  package init(_ row: AppPrices.Row) {
    from = row.firstDay.description
    to = row.lastDay.description
    storefront = row.storefront
    currency = row.currency
    price = ExactDecimal(milliunits: row.price).description
  }

  package var text: String {
    (from == to ? from : "\(from) to \(to)") + ": \(price) \(currency) in \(storefront)"
  }
}
