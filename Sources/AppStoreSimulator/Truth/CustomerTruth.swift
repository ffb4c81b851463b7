/// What one customer truly has, has paid and has been served by one moment.
///
/// In JSON what does not apply is left out.
package struct CustomerTruth: Codable, Equatable, Sendable {
  package let customer: String
  package let at: Moment
  /// Ordered by product, then transaction.
  package let owned: [Owned]
  /// One for each chain of which a period has begun, ordered by chain.
  package let standings: [Standing]
  /// What was charged for by then, ordered by currency; free things are left out.
  package let paid: [Amount]
  /// What was given back of it by refunds that stand then, each share rounded down.
  package let refunded: [Amount]
  /// Every consumable bought, in the order of buying.
  package let consumables: [Consumable]
  /// What the game owes for all that was bought, ordered by transaction, then coin.
  package let grants: [Grant]
  /// One for each subscription group of which a period of the customer's own has begun, ordered
  /// by group.
  package let paidService: [PaidService]

  package enum Ownership: String, Codable, Sendable {
    case purchased = "PURCHASED"
    case familyShared = "FAMILY_SHARED"

    init(isFamilyShared: Bool) {
      self = isFamilyShared ? .familyShared : .purchased
    }
  }

  /// Something the customer may use now.
  package struct Owned: Codable, Equatable, Sendable {
    package enum State: String, Codable, Sendable {
      case active, gracePeriod
    }

    package let productId: String
    /// The text of a `Product.Kind`.
    package let type: String
    package let ownership: Ownership
    package let transactionId: String
    /// The chain; the transaction itself for a one-time product.
    package let originalTransactionId: String
    package let subscriptionGroupId: String?
    package let state: State
    /// The end of a subscription's period, in grace too; absent for what has no end.
    package let expiresAt: Moment?
  }

  /// How a chain stands, told by its live period, else by the one begun last.
  package struct Standing: Codable, Equatable, Sendable {
    package enum Status: String, Codable, Sendable {
      case active, expired, billingRetry, gracePeriod, revoked
    }

    package let originalTransactionId: String
    package let subscriptionGroupId: String
    package let productId: String
    package let transactionId: String
    package let ownership: Ownership
    package let status: Status
    /// The end of the period, extensions included; replacement and refund leave it as it is.
    package let expiresAt: Moment
    /// Present while in grace.
    package let gracePeriodExpiresAt: Moment?
  }

  package struct Amount: Codable, Equatable, Sendable {
    /// ISO 4217.
    package let currency: String
    package let milliunits: Int64
  }

  package struct Consumable: Codable, Equatable, Sendable {
    package let transactionId: String
    package let productId: String
    package let quantity: Int
    /// Thousandths of a percent: 100,000 is all, 0 is nothing.
    package let takenBackShare: Int64
  }
}
