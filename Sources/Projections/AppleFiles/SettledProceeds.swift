import AppleReports
import Ledger

/// The proceeds of an app that a settled file tells, by product, storefront and currency, without rounding.
struct SettledProceeds {
  private(set) var sums: [SettledMonth.Place: ExactDecimal] = [:]
  /// The products with rows that no kept file assigns to one of several apps. These rows are in no sum.
  private(set) var undivided: Set<ProductID> = []

  /// Nil for a file of another kind.
  init?(_ report: AppleReport, by apps: AppsOfProducts) {
    switch report.rows {
    case .financeDetail(let rows, _):
      for row in rows {
        add(
          row.extendedPartnerShare, row.sku, row.appleIdentifier, row.storefront, row.currency,
          by: apps)
      }
    case .financial(let rows, _):
      for row in rows {
        add(
          row.extendedPartnerShare, row.vendorIdentifier, row.appleIdentifier, row.storefront,
          row.currency, by: apps)
      }
    case .sales, .subscription, .subscriptionEvent, .subscriber: return nil
    }
  }

  private mutating func add(
    _ amount: ExactDecimal, _ sku: String, _ appleID: String, _ storefront: String,
    _ currency: String, by apps: AppsOfProducts
  ) {
    let product = ProductID(apps.product(sku))
    switch apps.assignment(ofSettled: sku, appleID) {
    case .own:
      let place = SettledMonth.Place(product, in: storefront, currency)
      sums[place, default: .zero] += amount
    case .undivided: undivided.insert(product)
    case .other: break
    }
  }

  /// The sums of each currency in milliunits, rounded half up.
  var milliunitsByCurrency: [String: Int128] {
    sums.reduce(into: [String: ExactDecimal]()) { byCurrency, item in
      byCurrency[item.key.currency, default: .zero] += item.value
    }.mapValues(\.roundedMilliunits)
  }
}
