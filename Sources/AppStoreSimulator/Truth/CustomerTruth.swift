/// The truth about one customer at one moment: ownership, payments, refunds and service.
///
/// Fields that do not apply are left out of the JSON.
package struct CustomerTruth: Codable, Equatable, Sendable {
  package let customer: String
  package let at: Moment
  /// The products owned, ordered by product, then transaction.
  package let owned: [Owned]
  /// The state of each chain with a period that has begun, ordered by chain.
  package let subscriptions: [SubscriptionTruth]
  /// The total charges by the moment, ordered by currency; free purchases are left out.
  package let paid: [Amount]
  /// The total of the refunds in force at the moment, each rounded down.
  package let refunded: [Amount]
  /// Every consumable bought, in order of purchase.
  package let consumables: [Consumable]
  /// The coins that the game owes for all purchases, ordered by transaction, then coin.
  package let grants: [Grant]
  /// The paid service of each subscription group in which a period of the customer's own has begun,
  /// ordered by group.
  package let paidService: [PaidService]

  /// The keys of the answer.
  private enum CodingKeys: String, CodingKey {
    case customer, at, owned, paid, refunded, consumables, grants, paidService
    case subscriptions = "standings"
  }

  package enum Ownership: String, Codable, Sendable {
    case purchased = "PURCHASED"
    case familyShared = "FAMILY_SHARED"

    init(isFamilyShared: Bool) {
      self = isFamilyShared ? .familyShared : .purchased
    }
  }

  /// A product that the customer may use at the moment.
  package struct Owned: Codable, Equatable, Sendable {
    package enum State: String, Codable, Sendable {
      case active, gracePeriod
    }

    package let productId: String
    /// The raw value of a `Product.Kind`.
    package let type: String
    package let ownership: Ownership
    package let transactionId: String
    /// The id of the chain; for a one-time product, the id of the transaction itself.
    package let originalTransactionId: String
    package let subscriptionGroupId: String?
    package let state: State
    /// The end of a subscription's period, also in grace; absent if there is no end.
    package let expiresAt: Moment?
  }

  /// The state of a chain, given by its live period or else by the period that began last.
  package struct SubscriptionTruth: Codable, Equatable, Sendable {
    package enum Status: String, Codable, Sendable {
      case active, expired, billingRetry, gracePeriod, revoked
    }

    package let originalTransactionId: String
    package let subscriptionGroupId: String
    package let productId: String
    package let transactionId: String
    package let ownership: Ownership
    package let status: Status
    /// The end of the period, extensions included. Replacement and refund do not change this end.
    package let expiresAt: Moment
    /// The end of the grace period; absent outside of grace.
    package let gracePeriodExpiresAt: Moment?
  }

  package struct Amount: Codable, Equatable, Sendable {
    /// The ISO 4217 code of the currency.
    package let currency: String
    package let milliunits: Int64
  }

  package struct Consumable: Codable, Equatable, Sendable {
    package let transactionId: String
    package let productId: String
    package let quantity: Int
    /// The share taken back, in thousandths of a percent: 100,000 is all, 0 is nothing.
    package let takenBackShare: Int64
  }
}
