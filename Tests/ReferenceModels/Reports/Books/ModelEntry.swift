package import Ledger

/// An entry of the books about one purchase, as they stand by everything known: its charge, or money that
/// was given back of it.
package struct ModelEntry: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case charge
    /// A purchase without a known price, which is no charge.
    case unpriced
    case refund
    /// The unused part of a period that was replaced.
    case upgrade
    /// Money given back that Apple took back.
    case reversal
  }

  package let purchase: ModelPurchaseName
  package let kind: Kind
  /// The moment of the purchase, or that at which the money was given back or taken back.
  package let moment: Instant
  package let product: ProductID
  package let group: SubscriptionGroupID?
  package let storefront: String?
  package let currency: String?
  /// The amounts of a charge, or the part of them that was given back or taken back; none is negative.
  package let amounts: ModelAmounts
  /// The rate of the charge, for what was given back too; nil if no term tells one.
  package let rate: ModelRate?
  package let doubts: ModelChargeDoubts
  /// True if the price is owed as service: a subscription whose end is known.
  package let isDeferred: Bool
}

/// The doubts about a charge.
package struct ModelChargeDoubts: Hashable, Sendable {
  /// True if the days of the period may be those of an extension.
  package let areDaysUncertain: Bool
  package let isRateUncertain: Bool
}

/// The amounts of an entry, in milliunits of its currency.
package struct ModelAmounts: Hashable, Sendable {
  package var price: Int64 = 0
  package var tax: Int64 = 0
  package var commission: Int64 = 0
  /// The commission of a first year, less the commission.
  package var saved: Int64 = 0
  /// The commission, less that of a customer whose gaps all kept the service.
  package var lapseCost: Int64 = 0

  /// The difference of two amounts, one by one.
  static func - (left: ModelAmounts, right: ModelAmounts) -> ModelAmounts {
    ModelAmounts(
      price: left.price - right.price, tax: left.tax - right.tax,
      commission: left.commission - right.commission, saved: left.saved - right.saved,
      lapseCost: left.lapseCost - right.lapseCost)
  }

  /// Returns each amount changed by one rule.
  func map(_ rule: (Int64) -> Int64) -> ModelAmounts {
    ModelAmounts(
      price: rule(price), tax: rule(tax), commission: rule(commission), saved: rule(saved),
      lapseCost: rule(lapseCost))
  }
}
