/// Which of a customer's transactions a history is to show; the same for all its pages.
package struct TransactionHistoryFilter: Sendable, Hashable {
  /// What a query calls the types, which transactions call otherwise.
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

  /// By the date of the last modification. A revision serves as a cursor later only where it is ascending.
  package enum Order: String, Sendable {
    case ascending = "ASCENDING"
    case descending = "DESCENDING"
  }

  package static let everything = TransactionHistoryFilter()

  /// The first and the first no more of the purchase dates.
  package var startDate: Timestamp?
  package var endDate: Timestamp?
  /// An empty list leaves nothing out, here and below.
  package var productIds: [String] = []
  package var productTypes: [ProductType] = []
  package var subscriptionGroupIdentifiers: [String] = []
  package var inAppOwnershipType: OwnershipType?
  /// Only revoked ones, or none of them; nil for both.
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
