/// A customer's subscription in one group, including all changes and lapses.
package struct Subscription: Sendable {
  /// The status of a subscription. The raw value is Apple's `status`.
  package enum Status: Int32, Sendable {
    case active = 1
    case expired, billingRetry, gracePeriod, revoked
  }

  package struct PriceIncrease: Sendable {
    let priceMilliunits: Int64
    /// The moment from which renewals cost more.
    let effectiveFrom: Int64
    var isAccepted: Bool
  }

  /// A commitment of the customer to twelve monthly payments.
  package struct Commitment: Sendable {
    var payment = 1
    var expires: Int64
    /// The price of all twelve payments in milliunits of the catalog's currency. A payment is a
    /// twelfth of this price, a multiple of a hundredth of a unit.
    let priceMilliunits: Int64
    static let payments = 12
    var monthlyMilliunits: Int64 { priceMilliunits / Int64(Self.payments) }
    var paymentsLeft: Int { Self.payments - payment }
    var isPaid: Bool { paymentsLeft == 0 }
  }

  package let customer: Int
  package let group: String
  /// The index of the chain's first transaction.
  package let origin: Int
  /// The index of the purchaser's subscription from which this one is shared; nil for an own
  /// purchase.
  package let sharedFrom: Int?
  /// Indices of the family members' subscriptions that are, or were, shared from this one.
  var shares: [Int] = []

  package var product: Product
  package var nextProduct: Product
  /// The index of the latest transaction.
  package var latest: Int
  /// The index of the latest transaction that Apple has reported.
  var lastTold: Int?
  package var autoRenew = true
  package var status = Status.active
  /// The renewal price in milliunits of the catalog's currency.
  var priceMilliunits: Int64
  var priceIncrease: PriceIncrease?
  /// The offer of the present period; `offerPeriodsLeft` counts its further periods.
  var offer: StoreOffer?
  var offerPeriodsLeft = 0
  /// The redeemed offer that applies from the next period on.
  var nextOffer: StoreOffer?
  var commitment: Commitment?

  /// The start of the present period. Its end, `until`, moves with extensions.
  var from: Int64
  package var until: Int64
  /// The moment from which periods are counted, so that a period returns to the end of the month
  /// after February.
  var anchor: Int64
  var periodsSinceAnchor = 1

  var graceUntil: Int64?
  var expirationIntent: Int32?
  var hasBeenPaid = false
  var extendedAt: [Int64] = []
  /// The start of the latest run of periods without a gap of more than sixty days.
  var runBegan: Int64
  /// The version of the plan. It increases whenever earlier planned tasks become void.
  var plan = 0

  package var isLive: Bool { status == .active || status == .gracePeriod }
  package var isShared: Bool { sharedFrom != nil }
  var isTrying: Bool { status == .gracePeriod || status == .billingRetry }
}
