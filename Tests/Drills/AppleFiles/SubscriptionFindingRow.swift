import AppStoreSimulator

/// The list of compared subscriptions in JSON.
struct SubscriptionFindingBody: Decodable {
  let rows: [SubscriptionFindingRow]
}

/// A number of subscriptions beside Apple's, or the sum of several.
struct SubscriptionFindingRow: Decodable, CustomStringConvertible {
  let finding: String
  let file: String
  let date: String?
  let product: String?
  let storefront: String?
  let count: String
  let ledger: Int64?
  let apple: Int64?

  /// True for equal numbers, and for events that the ledger does not have.
  var isAgreement: Bool {
    finding == "the same"
      || finding == "not compared"
        && (count == "Canceled from Billing Retry" || count.hasPrefix("Grace Period from "))
  }

  /// Returns true if the row may be the difference of an alteration: a number that is one too high, or a day
  /// whose only row is left out.
  func isOf(_ alteration: ReportAlteration) -> Bool {
    let kind = alteration.kind == .missingEvent ? "SUBSCRIPTION_EVENT" : "SUBSCRIPTION"
    guard file == kind, date == alteration.day.text else { return false }
    return finding == "no file of Apple's"
      || product == alteration.product && storefront == alteration.country
        && (apple ?? 0) + 1 == ledger
  }

  var description: String {
    [finding, file, date, product, storefront, count].compactMap(\.self).joined(separator: " ")
      + " \(ledger ?? 0) \(apple ?? 0)"
  }
}
