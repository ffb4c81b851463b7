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

  /// The renewal information with the end of a grace. Elsewhere the status alone names the grace.
  enum GraceEndNotice: Sendable {
    case always
    /// The first notification of the grace, and none after it.
    case once
    case never
  }

  package let customer: Int
  package let group: String
  /// The index of the chain's first transaction.
  package let origin: Int
  /// The index of the purchaser's subscription from which this one is shared; nil for an own
  /// purchase.
  package let sharedFrom: Int?
  /// Indices of the family members' subscriptions that are, or were, shared from this one.
  private(set) var shares: [Int] = []

  package private(set) var product: Product
  package private(set) var nextProduct: Product
  /// The index of the latest transaction.
  package private(set) var latest: Int
  /// The index of the latest transaction that Apple has reported.
  private(set) var lastReported: Int?
  package var autoRenew = true
  package private(set) var status = Status.active
  /// The renewal price in milliunits of the catalog's currency.
  private(set) var priceMilliunits: Int64
  private(set) var priceIncrease: PriceIncrease?
  /// The offer of the present period; `offerPeriodsLeft` counts its further periods.
  private(set) var offer: StoreOffer?
  private(set) var offerPeriodsLeft = 0
  /// The redeemed offer that applies from the next period on.
  private(set) var nextOffer: StoreOffer?
  private(set) var commitment: Commitment?

  /// The start of the present period. Its end, `until`, moves with extensions.
  private(set) var from: Int64
  package private(set) var until: Int64
  /// The moment from which periods are counted, so that a period returns to the end of the month
  /// after February.
  private(set) var anchor: Int64
  private(set) var periodsSinceAnchor = 1

  private(set) var graceUntil: Int64?
  /// The notices of the end of the present grace.
  private var graceEndNotice = GraceEndNotice.always
  private var isGraceTold = false
  private(set) var expirationIntent: Int32?
  private(set) var hasBeenPaid = false
  private(set) var extendedAt: [Int64] = []
  /// The start of the latest run of periods without a gap of more than sixty days.
  private(set) var runBegan: Int64
  /// The version of the plan. It increases whenever earlier planned tasks become void.
  private(set) var plan = 0

  package var isLive: Bool { status == .active || status == .gracePeriod }
  package var isShared: Bool { sharedFrom != nil }
  var isTrying: Bool { status == .gracePeriod || status == .billingRetry }
  var billing: BillingPlan { commitment == nil ? .upFront : .monthly }

  /// - Parameter origin: the index of the first transaction.
  init(
    of customer: Int, in group: String, for term: Term, origin: Int, commitment: Commitment?,
    sharedFrom: Int?
  ) {
    self.customer = customer
    self.group = group
    self.origin = origin
    self.sharedFrom = sharedFrom
    self.commitment = commitment
    (product, nextProduct) = (term.charge.product, term.charge.product)
    priceMilliunits = term.charge.product.priceMilliunits
    latest = origin
    (from, until) = (term.from, term.until)
    (anchor, runBegan) = (term.anchor, term.from)
  }
}

/// Periods.
extension Subscription {
  /// Advances the subscription to the next term.
  mutating func take(_ term: Term, transaction: Int) {
    if term.from - until > Int64(60).days { runBegan = term.from }
    if let priceIncrease, priceIncrease.isAccepted, priceIncrease.effectiveFrom <= term.from {
      priceMilliunits = priceIncrease.priceMilliunits
      self.priceIncrease = nil
    }
    if term.charge.product.id != product.id {
      priceMilliunits = term.charge.product.priceMilliunits
    }
    takeOffer(of: term)
    product = term.charge.product
    nextProduct = product
    nextOffer = nil
    latest = transaction
    status = .active
    (from, until) = (term.from, term.until)
    (anchor, periodsSinceAnchor) = (term.anchor, term.periodsSinceAnchor)
    graceUntil = nil
    expirationIntent = nil
    if term.charge.priceMilliunits > 0 { hasBeenPaid = true }
  }

  private mutating func takeOffer(of term: Term) {
    guard let new = term.charge.offer else {
      (offer, offerPeriodsLeft) = (nil, 0)
      return
    }
    let isGoingOn = term.reason == .renewal && nextOffer == nil && offer == new
    offerPeriodsLeft =
      (isGoingOn ? offerPeriodsLeft : new.mode == .payAsYouGo ? new.periods : 1) - 1
    offer = new
  }

  /// Extends the present period for free.
  mutating func extend(by days: Int64) {
    until += days.days
    anchor = until
    periodsSinceAnchor = 0
  }

  /// Counts an extension of the purchaser's subscription, which moves a commitment too.
  mutating func countExtension(at moment: Int64) {
    extendedAt.append(moment)
    if let commitment { moveCommitment(payments: commitment.paymentsLeft, after: until) }
  }

  /// Voids the planned tasks and returns the version of the new plan.
  mutating func beginPlan() -> Int {
    plan += 1
    return plan
  }

  mutating func addShare(_ subscription: Int) {
    shares.append(subscription)
  }

  /// Notes that Apple has reported the latest transaction.
  mutating func noteReport() {
    lastReported = latest
  }

  /// Notes that a notification has told the grace, if there is one.
  mutating func noteGraceReport() {
    isGraceTold = graceUntil != nil
  }
}

/// Changes of plan and of price.
extension Subscription {
  /// Plans a product and an offer for the next period.
  mutating func plan(_ product: Product, _ offer: StoreOffer?) {
    nextProduct = product
    nextOffer = offer
    autoRenew = true
    if product.id != self.product.id { priceIncrease = nil }
  }

  mutating func withdrawPlan() {
    nextProduct = product
    nextOffer = nil
  }

  /// Prepares a subscription that has ended for a new purchase.
  mutating func begin(again product: Product, commitment: Commitment?) {
    self.commitment = commitment
    priceMilliunits = product.priceMilliunits
  }

  /// Prepares an upgrade. Auto-renew is on, and a price increase of the old product is void.
  mutating func beginUpgrade() {
    autoRenew = true
    priceIncrease = nil
  }

  mutating func lowerPrice(to milliunits: Int64) {
    priceMilliunits = milliunits
    priceIncrease = nil
  }

  mutating func raisePrice(_ increase: PriceIncrease) {
    priceIncrease = increase
  }

  mutating func acceptPrice() {
    priceIncrease?.isAccepted = true
  }
}

/// Failed charges, ends and returns.
extension Subscription {
  mutating func enterGrace(until moment: Int64, noticed notice: GraceEndNotice) {
    status = .gracePeriod
    graceUntil = moment
    graceEndNotice = notice
    isGraceTold = false
  }

  /// The end of the grace as renewal information tells it now; nil if there is none or it is left out.
  var toldGraceUntil: Int64? {
    switch graceEndNotice {
    case .always: graceUntil
    case .once: isGraceTold ? nil : graceUntil
    case .never: nil
    }
  }

  mutating func enterRetry() {
    status = .billingRetry
  }

  mutating func lapse(_ lapse: LapseReason) {
    end(as: .expired)
    expirationIntent = lapse.intent
  }

  /// Ends the subscription because a refund or the end of sharing revoked its latest transaction.
  mutating func revoke() {
    end(as: .revoked)
  }

  private mutating func end(as status: Status) {
    self.status = status
    autoRenew = false
    commitment = nil
    priceIncrease = nil
    nextOffer = nil
    nextProduct = product
    plan += 1
  }

  /// Returns a subscription whose refund was reversed to service; expires it if its period is over.
  mutating func restore(at moment: Int64) {
    if moment < until {
      status = .active
    } else {
      status = .expired
      expirationIntent = LapseReason.voluntary.intent
    }
  }

  /// Counts the next of the twelve payments, or the first payment of a new commitment.
  mutating func countPayment(lateBy late: Int64) {
    guard let present = commitment else { return }
    if present.isPaid {
      let year = CalendarPeriod(1, .year)
      commitment = Commitment(
        expires: year.end(after: until + late), priceMilliunits: present.priceMilliunits)
    } else {
      commitment?.payment += 1
      if late > 0 { moveCommitment(payments: present.paymentsLeft, after: until + late) }
    }
  }

  /// Moves the end of the commitment to `payments` months after a moment.
  private mutating func moveCommitment(payments: Int, after moment: Int64) {
    commitment?.expires = CalendarPeriod(1, .month).end(after: moment, times: payments)
  }
}
