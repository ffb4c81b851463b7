/// Where a subscription stands, in the words of the ledger's interface.
package enum Standing: String, Sendable, Codable {
  case active, gracePeriod, billingRetry, expired, revoked

  /// The number that Apple writes into a notification's `status`.
  var appleStatus: Int32 {
    switch self {
    case .active: 1
    case .expired: 2
    case .billingRetry: 3
    case .gracePeriod: 4
    case .revoked: 5
    }
  }
}

/// One thing a customer may use.
package struct OwnedProduct: Hashable, Sendable, Codable {
  package let productID: String
  /// `PURCHASED` or `FAMILY_SHARED`.
  package let ownership: String
  /// `active` or `gracePeriod`.
  package let state: String

  package init(productID: String, ownership: String, state: String) {
    self.productID = productID
    self.ownership = ownership
    self.state = state
  }
}

/// What is true of one customer at the end of the year, known because the simulator made it so.
package struct ExpectedAnswer: Sendable, Equatable {
  package let account: String
  package var owned: Set<OwnedProduct>
  /// By `originalTransactionId`.
  package var standings: [String: Standing]

  package init(
    account: String, owned: Set<OwnedProduct> = [], standings: [String: Standing] = [:]
  ) {
    self.account = account
    self.owned = owned
    self.standings = standings
  }
}
