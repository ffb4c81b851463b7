/// The truth about one account of the game at one moment: what the ledger has to answer.
///
/// An account may own purchases of several customers, and a customer's purchases may belong to
/// several accounts. Fields that do not apply are left out of the JSON.
package struct AccountTruth: Codable, Equatable, Sendable {
  package let account: String
  package let at: CustomerTruth.Moment
  /// The products that the account may use, ordered by product, then transaction.
  package let owned: [CustomerTruth.Owned]
  /// The state of each chain with a period that has begun, ordered by chain.
  package let subscriptions: [CustomerTruth.SubscriptionTruth]
  /// The coins that this account alone may have received, ordered by transaction, then coin.
  package let grants: [CustomerTruth.Grant]
  /// The coins that one of several accounts has received, in the same order. It depends on the
  /// moment at which the ledger heard of the purchase.
  package let possibleGrants: [PossibleGrant]
  /// The paid service of each subscription group, ordered by group.
  package let paidService: [CustomerTruth.PaidService]
  /// True if another account is merged into this one, so that part of the coins were credited
  /// there.
  package let hasMerged: Bool

  private enum CodingKeys: String, CodingKey {
    case account, at, owned, grants, possibleGrants, paidService, hasMerged
    case subscriptions = "standings"
  }

  /// A grant that exactly one of several accounts has received.
  package struct PossibleGrant: Codable, Equatable, Sendable {
    package let grant: CustomerTruth.Grant
    /// The accounts that may have received the grant, in order. Erased accounts are left out.
    package let accounts: [String]
    /// True if an erased account may have received the grant.
    package let mayBeErased: Bool
  }
}

extension AccountTruth {
  /// Creates the truth of an account that owns all purchases of one customer and nothing else.
  package init(of customer: CustomerTruth, account: String? = nil) {
    self.init(
      account: account ?? customer.customer, at: customer.at, owned: customer.owned,
      subscriptions: customer.subscriptions, grants: customer.grants, possibleGrants: [],
      paidService: customer.paidService, hasMerged: false)
  }
}
