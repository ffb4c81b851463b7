/// A selection of a customer's transactions, the same for all pages of a history.
package struct TransactionHistoryFilter: Sendable, Hashable {
  /// Product types as queries spell them. Transactions use other spellings.
  package enum ProductType: String, Sendable {
    case autoRenewable = "AUTO_RENEWABLE"
    case nonRenewable = "NON_RENEWABLE"
    case consumable = "CONSUMABLE"
    case nonConsumable = "NON_CONSUMABLE"
  }

  package enum OwnershipType: String, Sendable {
    case purchased = "PURCHASED"
    case familyShared = "FAMILY_SHARED"
  }

  /// An order by the date of the last modification. A revision serves as a later cursor only in
  /// ascending order.
  package enum Order: String, Sendable {
    case ascending = "ASCENDING"
    case descending = "DESCENDING"
  }

  package static let everything = TransactionHistoryFilter()

  /// The range of purchase dates, from `startDate` up to, but not including, `endDate`.
  package var startDate: Timestamp?
  package var endDate: Timestamp?
  /// The products to include. An empty list, here and below, excludes nothing.
  package var productIds: [String] = []
  package var productTypes: [ProductType] = []
  package var subscriptionGroupIdentifiers: [String] = []
  package var inAppOwnershipType: OwnershipType?
  /// True for revoked transactions only, false for the others only, nil for both.
  package var revoked: Bool?
  package var sort = Order.ascending

  package init() {}

  var query: [(String, String)] {
    var query = [("sort", sort.rawValue)]
    query += startDate.map { [("startDate", "\($0.milliseconds)")] } ?? []
    query += endDate.map { [("endDate", "\($0.milliseconds)")] } ?? []
    query += productIds.map { ("productId", $0) }
    query += productTypes.map { ("productType", $0.rawValue) }
    query += subscriptionGroupIdentifiers.map { ("subscriptionGroupIdentifier", $0) }
    query += inAppOwnershipType.map { [("inAppOwnershipType", $0.rawValue)] } ?? []
    query += revoked.map { [("revoked", "\($0)")] } ?? []
    return query
  }
}
