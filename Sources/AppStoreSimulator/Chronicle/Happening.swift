/// An event that truly happened to one customer at one moment.
///
/// The world records happenings as it advances. The truth is derived from happenings and from
/// nothing else. Chains and transactions carry Apple's ids.
package struct Happening: Sendable {
  /// The moment in milliseconds since 1970, ascending through the chronicle.
  package let at: Int64
  /// The customer's name.
  package let customer: String
  package let event: Event

  package enum Event: Sendable {
    /// A one-time product was charged for, or reached a family member.
    case bought(OneTimePurchase)
    /// A period of a subscription was sold, renewed or shared.
    case served(Service)
    /// The transaction's period ended now, because the customer replaced it with another product of
    /// the same group.
    case replaced(transaction: String)
    /// The transaction's period now ends at `until`. The added time is free.
    case extended(transaction: String, until: Int64)
    /// The chain's charge failed at the end of its last period; access continues until `until`.
    /// `isEndTold` is false if Apple tells nobody that end.
    case graced(chain: String, until: Int64, isEndTold: Bool = true)
    /// The chain's charge failed, or its grace ended. Apple keeps trying to charge; access is off.
    case retried(chain: String)
    /// The chain ended: Apple no longer tries to charge.
    case lapsed(chain: String)
    /// A share of the price was refunded, in thousandths of a percent: 100,000 is all. Nil is the share
    /// of a period's time that was left, which Apple did not tell. The customer loses the purchase.
    case refunded(transaction: String, share: Int64?)
    /// The refund was reversed. The customer has the purchase again, as if no refund had happened.
    case refundReversed(transaction: String)
    /// A family no longer shares the transaction with the customer.
    case unshared(transaction: String)
  }
}

package struct Money: Hashable, Sendable {
  package let milliunits: Int64
  /// The ISO 4217 code of the currency.
  package let currency: String

  package init(_ milliunits: Int64, _ currency: String) {
    self.milliunits = milliunits
    self.currency = currency
  }
}

/// A customer's purchase of a consumable, a non-consumable or a non-renewing subscription.
package struct OneTimePurchase: Sendable {
  package let transaction: String
  /// The id of the chain: that of the transaction itself, unless a refunded product was bought again.
  package let chain: String
  package let product: String
  package let kind: Product.Kind
  package let quantity: Int
  /// The price of the whole quantity; nil for a family share.
  package let price: Money?
  package let isFamilyShared: Bool
  /// The signed `appAccountToken`; nil if there is none.
  package let token: String?
  /// The coins that the game granted for one unit at the time of purchase.
  package let coins: [Coinage.Grant]
  /// The time of a non-renewing subscription; nil if it never ends, and for another product.
  package let pass: Pass?

  /// The moment of the purchase, and the days that the game gives for each unit from then on.
  package struct Pass: Sendable {
    package let boughtAt: Int64
    package let days: Int
  }

  package init(
    transaction: String, chain: String? = nil, product: String, kind: Product.Kind,
    quantity: Int, price: Money?, isFamilyShared: Bool, token: String? = nil,
    coins: [Coinage.Grant] = [],
    pass: Pass? = nil
  ) {
    self.token = token
    self.pass = pass
    self.transaction = transaction
    self.chain = chain ?? transaction
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
  /// The moment of the charge: Apple's `purchaseDate`.
  package let chargedAt: Int64
  /// The start of access. It is later than the happening if Apple renewed ahead. It is the old
  /// period's end, earlier than `chargedAt`, if a charge succeeded inside grace.
  package let from: Int64
  package let until: Int64
  /// The price of the period: zero for a free trial; nil for a family share.
  package let price: Money?
  package let isFamilyShared: Bool
  /// The signed `appAccountToken`; nil if there is none.
  package let token: String?
  /// True if Apple renewed the period, false if the customer bought it.
  package let isRenewal: Bool
  /// The coins that the game granted for a period bought at that time.
  package let coins: [Coinage.Grant]
  /// The conditions of the sale; nil if they are not known.
  package let conditions: Conditions?

  /// The conditions of the sale of a period, which Apple's reports name beside the price.
  package struct Conditions: Hashable, Sendable {
    /// The period of the product, whatever the length of an offer.
    package let duration: CalendarPeriod
    package let offer: StoreOffer?
    /// True if the subscriber paid a former price, lower than that of the product at the time.
    package let isPreservedPrice: Bool
  }

  package init(
    chain: String, transaction: String, group: String, product: String, level: Int,
    chargedAt: Int64, from: Int64, until: Int64, price: Money?, isFamilyShared: Bool,
    token: String? = nil, isRenewal: Bool = false, coins: [Coinage.Grant] = [],
    conditions: Conditions? = nil
  ) {
    self.conditions = conditions
    self.token = token
    self.isRenewal = isRenewal
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
