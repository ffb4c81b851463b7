/// One customer's subscription in one group, through all its changes and lapses.
package struct Subscription: Sendable {
  /// Apple's five states; the number is that of its `status`.
  package enum Standing: Int32, Sendable {
    case active = 1
    case expired, billingRetry, gracePeriod, revoked
  }

  package struct PriceIncrease: Sendable {
    let priceMilliunits: Int64
    /// Renewals from here on cost more.
    let effectiveFrom: Int64
    var isAccepted: Bool
  }

  /// Twelve monthly payments that the customer has committed to.
  package struct Commitment: Sendable {
    var payment = 1
    var expires: Int64
    /// Of all twelve, in the catalogue's currency; each is a twelfth of it, in hundredths of a unit.
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
  /// The purchaser's subscription that this one lives on; nil for an own purchase.
  package let sharedFrom: Int?
  /// The family members' subscriptions that live, or lived, on this one.
  var shares: [Int] = []

  package var product: Product
  package var nextProduct: Product
  /// The index of the latest transaction.
  package var latest: Int
  /// The index of the latest transaction that Apple has told of.
  var lastTold: Int?
  package var autoRenew = true
  package var standing = Standing.active
  /// The catalogue's price at which the customer renews.
  var priceMilliunits: Int64
  var priceIncrease: PriceIncrease?
  /// The offer of the present period, and how many more periods it has.
  var offer: Offer?
  var offerPeriodsLeft = 0
  /// Redeemed, and used from the next period on.
  var nextOffer: Offer?
  var commitment: Commitment?

  /// The present period as first sold; its end moves with extensions.
  var from: Int64
  package var until: Int64
  /// Periods are counted from the anchor, so that a month-end comes back after February.
  var anchor: Int64
  var periodsSinceAnchor = 1

  var graceUntil: Int64?
  var expirationIntent: Int32?
  var hasBeenPaid = false
  var extendedAt: [Int64] = []
  /// The start of the purchases without a gap of more than sixty days.
  var runBegan: Int64
  /// Counts up whenever what is planned for the subscription no longer holds.
  var plan = 0

  package var isLive: Bool { standing == .active || standing == .gracePeriod }
  package var isShared: Bool { sharedFrom != nil }
  var isTrying: Bool { standing == .gracePeriod || standing == .billingRetry }
}
