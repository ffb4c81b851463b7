package import Ledger

/// The JSON form of an entitlement.
package struct EntitlementBody: Encodable, Sendable {
  let productId: String
  let type: String
  let originalTransactionId: String
  let transactionId: String
  let ownership: String
  let environment: StoreEnvironment
  let subscriptionGroupId: String?
  let level: Int?
  let unlocks: [String]
  let state: Entitlement.State
  let startsAt: String
  let expiresAt: Nullable<String>
  let willRenew: Bool?
  let renewsAs: String?
  let confirmedAt: String
  let renewalOverdue: Bool
  /// True, or absent.
  let uncertain: Bool?
  let because: [String]

  package init(_ entitlement: Entitlement) {
    productId = entitlement.productID.rawValue
    type = entitlement.type.rawValue
    originalTransactionId = entitlement.chain.originalTransactionID.rawValue
    transactionId = entitlement.transactionID.rawValue
    ownership = entitlement.ownership.rawValue
    environment = entitlement.chain.environment
    subscriptionGroupId = entitlement.subscriptionGroupID?.rawValue
    level = entitlement.level
    unlocks = entitlement.unlocks
    state = entitlement.state
    startsAt = entitlement.startsAt.description
    expiresAt = Nullable(entitlement.expiresAt?.description)
    willRenew = entitlement.willRenew
    renewsAs = entitlement.renewsAs?.rawValue
    confirmedAt = entitlement.confirmedAt.description
    renewalOverdue = entitlement.renewalOverdue
    uncertain = entitlement.isUncertain ? true : nil
    because = entitlement.because.map(\.description)
  }
}
