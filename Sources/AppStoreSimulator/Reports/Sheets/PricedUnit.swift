/// The facts by which both daily and settled reports divide units into rows.
struct PricedUnit: Hashable, Sendable {
  let product: String
  let kind: Product.Kind
  let storefront: Storefront
  /// The price of one unit with tax in milliunits, negative on refunds.
  let price: Int64
  /// The proceeds of one unit in milliunits.
  let proceeds: Int64

  init(_ units: ReportedUnits, by settings: AppleReportSettings) {
    product = units.product
    kind = units.kind
    storefront = units.storefront
    price = units.signedPrice
    proceeds = settings.rounded(units.parts.proceeds)
  }
}

/// The units of one row of a settled report. Free units are not settled.
struct SettledUnits {
  let unit: PricedUnit
  /// Negative for refunds.
  let quantity: Int64

  init(of unit: PricedUnit, _ units: [ReportedUnits]) {
    self.unit = unit
    quantity = Int64(units.map(\.units).reduce(0, +))
  }

  var extendedPartnerShare: Int64 { quantity * unit.proceeds }

  var saleOrReturn: String { unit.price < 0 ? "R" : "S" }
}
