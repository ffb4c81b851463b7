/// The facts that the units of one row of a settled report share.
struct SettledKey: Hashable, Sendable {
  let product: String
  let kind: Product.Kind
  let storefront: Storefront
  /// The price of one unit with tax in milliunits, negative on returns.
  let price: Int64
  /// The proceeds of one unit in milliunits.
  let partnerShare: Int64
  let isReturn: Bool

  init(_ units: ReportedUnits, by settings: AppleReportSettings) {
    product = units.product
    kind = units.kind
    storefront = units.storefront
    price = units.signedPrice
    partnerShare = settings.rounded(units.parts.proceeds)
    isReturn = units.isRefund
  }

  var saleOrReturn: String { isReturn ? "R" : "S" }
}
