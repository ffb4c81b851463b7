/// What truly happened to one customer at one moment, in plain words.
///
/// The world writes these down as it goes on; the truth is read from them and from nothing else. Chains
/// and transactions are named by Apple's ids.
package struct Happening: Sendable {
  /// Milliseconds since 1970, ascending through the chronicle.
  package let at: Int64
  /// The customer's name.
  package let customer: String
  package let event: Event

  package enum Event: Sendable {
    /// A one-time product was charged for, or reached a family member.
    case bought(OneTimePurchase)
    /// A period of a subscription was sold, renewed or shared.
    case served(Service)
    /// The period of this transaction ended now, because the customer bought something else of its
    /// group in its place.
    case replaced(transaction: String)
    /// The period of this transaction now ends then. The added time is a gift.
    case extended(transaction: String, until: Int64)
    /// The chain's charge failed at the end of its last period; access goes on until then.
    case graced(chain: String, until: Int64)
    /// The chain's charge failed, or its grace ended; Apple tries on, without access.
    case retried(chain: String)
    /// The chain is over: nobody tries any more.
    case lapsed(chain: String)
    /// So much of the price was given back, in thousandths of a percent: 100,000 is all. The customer
    /// has what it bought no longer.
    case refunded(transaction: String, share: Int64)
    /// The refund was undone; the customer has it again, as if it had never been away.
    case refundReversed(transaction: String)
    /// A family no longer shares this with the customer.
    case unshared(transaction: String)
  }
}

package struct Money: Hashable, Sendable {
  package let milliunits: Int64
  /// ISO 4217.
  package let currency: String

  package init(_ milliunits: Int64, _ currency: String) {
    self.milliunits = milliunits
    self.currency = currency
  }
}

/// A consumable, a non-consumable or a non-renewing subscription in a customer's hands.
package struct OneTimePurchase: Sendable {
  package let transaction: String
  package let product: String
  package let kind: Product.Kind
  package let quantity: Int
  /// Of the whole quantity; nil for a family share.
  package let price: Money?
  package let isFamilyShared: Bool
  /// What the game gave at that time to whoever bought one of it.
  package let coins: [Coinage.Grant]

  package init(
    transaction: String, product: String, kind: Product.Kind, quantity: Int, price: Money?,
    isFamilyShared: Bool, coins: [Coinage.Grant] = []
  ) {
    self.transaction = transaction
    self.product = product
    self.kind = kind
    self.quantity = quantity
    self.price = price
    self.isFamilyShared = isFamilyShared
    self.coins = coins
  }
}

/// A period of a subscription.
package struct Service: Sendable {
  package let chain: String
  package let transaction: String
  package let group: String
  package let product: String
  /// 1 is the highest level of service.
  package let level: Int
  /// When it was charged for: Apple's `purchaseDate`.
  package let chargedAt: Int64
  /// Access begins here. Later than the happening where Apple renewed ahead, and earlier than
  /// `chargedAt` where a charge succeeded inside grace: then the old period's end.
  package let from: Int64
  package let until: Int64
  /// Zero for a free trial; nil for a family share.
  package let price: Money?
  package let isFamilyShared: Bool
  /// What the game gave for a period bought then.
  package let coins: [Coinage.Grant]

  package init(
    chain: String, transaction: String, group: String, product: String, level: Int,
    chargedAt: Int64, from: Int64, until: Int64, price: Money?, isFamilyShared: Bool,
    coins: [Coinage.Grant] = []
  ) {
    self.chain = chain
    self.transaction = transaction
    self.group = group
    self.product = product
    self.level = level
    self.chargedAt = chargedAt
    self.from = from
    self.until = until
    self.price = price
    self.isFamilyShared = isFamilyShared
    self.coins = coins
  }
}
