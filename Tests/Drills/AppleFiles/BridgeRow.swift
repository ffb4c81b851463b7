import AppStoreSimulator

/// The rows of the report `reconciliation` in JSON.
struct BridgeBody: Decodable {
  let rows: [BridgeRow]
}

/// A row of a bridge: a sum, or a difference, which has a date.
struct BridgeRow: Decodable, Hashable, CustomStringConvertible {
  let step: String
  let date: String?
  let product: String?
  let storefront: String?
  let kind: String?
  let subscription: String?
  let unitPrice: Int64?
  let units: Int64?
  let sales: Int64?
  let proceedsCurrency: String?
  let proceeds: Int64?

  var description: String {
    [
      step, date, product, storefront, kind, subscription, unitPrice.map(String.init),
      units.map(String.init),
    ]
    .compactMap(\.self).joined(separator: " ")
      + " \(sales ?? 0) \(proceeds ?? 0)"
  }

  /// Returns true if the difference is on the day of an alteration, or on the next one of a refund that
  /// is told a day late.
  func isOf(_ alteration: ReportAlteration) -> Bool {
    let isRefund = alteration.kind == .refundOnAnotherDay
    let days = [alteration.day.text] + (isRefund ? [alteration.day.next.text] : [])
    return product == alteration.product && storefront == alteration.country
      && kind == (isRefund ? "refund" : "sale") && date.map(days.contains) == true
  }

  /// The most milliunits by which proceeds may differ because Apple rounds those of a unit, and the ledger
  /// those of a purchase of several.
  private static let roundingMax: Int64 = 10

  var isRounding: Bool {
    step == "estimated tax" && sales == 0 && abs(proceeds ?? .max) <= Self.roundingMax
  }

  /// Returns true if the step may be the name of a discrepancy. A row that shares its day, product and
  /// storefront with others differs in its amount, and a day without other rows has no file. The next
  /// day of a refund may lie in another month.
  func mayName(_ kind: ReportDiscrepancy.Kind) -> Bool {
    switch kind {
    case .missingRow:
      ["not in Apple's files", "another amount", "no file of Apple's"].contains(step)
    case .extraRow: step == "not in the ledger"
    case .otherRate: step == "another rate"
    case .otherPrice: step == (unitPrice == nil ? "another amount" : "another price")
    case .otherSubscription: step == "new instead of renewal" || step == "renewal instead of new"
    case .otherUnits: step == "another amount"
    case .refundOnAnotherDay:
      [
        "on another day", "another amount", "no file of Apple's", "not in the ledger",
        "not in Apple's files",
      ].contains(step)
    case .missingSubscription, .missingEvent: false
    }
  }
}
