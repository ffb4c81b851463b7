import AppleReports
import Ledger

/// The proceeds that a settled file tells, by product, storefront and currency, without rounding.
struct SettledProceeds {
  private(set) var sums: [SettledMonth.Place: ExactDecimal] = [:]

  /// Nil for a file of another kind.
  ///
  /// - Parameter product: the product as the ledger names it, by Apple's SKU; nil if it does not count.
  init?(_ report: AppleReport, naming product: (_ sku: String) -> String?) {
    switch report.rows {
    case .financeDetail(let rows, _):
      for row in rows {
        guard let product = product(row.sku) else { continue }
        add(row.extendedPartnerShare, product, row.storefront, row.currency)
      }
    case .financial(let rows, _):
      for row in rows {
        guard let product = product(row.vendorIdentifier) else { continue }
        add(row.extendedPartnerShare, product, row.storefront, row.currency)
      }
    case .sales, .subscription, .subscriptionEvent, .subscriber: return nil
    }
  }

  private mutating func add(
    _ amount: ExactDecimal, _ product: String, _ storefront: String, _ currency: String
  ) {
    let place = SettledMonth.Place(ProductID(product), in: storefront, currency)
    sums[place, default: .zero] += amount
  }

  /// The sums of each currency in milliunits, rounded half up.
  var milliunitsByCurrency: [String: Int128] {
    sums.reduce(into: [String: ExactDecimal]()) { byCurrency, item in
      byCurrency[item.key.currency, default: .zero] += item.value
    }.mapValues(\.roundedMilliunits)
  }
}
