/// One transaction as seen by tenure: the start and end of its service, and the paid part of it.
///
/// Refunds are kept separately, because each is in effect from its date to its reversal:
/// `service(at:)`.
package struct ServicePeriod: Hashable, Sendable {
  package let chain: ChainID
  package let transactionID: TransactionID
  package let productID: ProductID
  package let storefront: String?
  package let purchaseDate: Instant
  /// The charge; nil for a trial and a price of exactly zero. A charge with an unknown price counts
  /// as one.
  package let charge: Charge?
  /// True if the period was bought, or renewed, under an offer.
  package let isOffer: Bool
  /// True for a month of a commitment, the last one too.
  package let isBilledMonthly: Bool
  /// True if the transaction is a renewal by Apple.
  package let isRenewal: Bool
  /// The purchase date, or the previous expiry for a recovery within grace.
  package let start: Instant
  /// The end by expiry, extensions included, or by replacement.
  package let end: Instant
  /// The end of the paid time: without extensions, and for a recovery within grace at most one
  /// period long.
  package let paidEnd: Instant
  /// The expiry at the time of the sale.
  package let soldEnd: Instant
  /// True if the period was served: it has a known expiry and was not replaced before it began.
  package let isServed: Bool
  /// True if Apple upgraded the period to an unknown transaction.
  package let isUpgradedToUnknown: Bool
  /// True if the paid time may include an extension, because the first copy arrived late.
  package let isUncertain: Bool
  /// True if Apple told neither price nor kind of the introductory offer, so that it is only assumed
  /// whether the period was paid.
  package let isOfferUntold: Bool
  /// The time at which Apple first asserted the period, if it had not begun by then; otherwise nil.
  package let chargedAheadAt: Instant?
  /// The further periods of the commitment to which the period belongs; nil if none are to be paid.
  package let commitmentRest: CommitmentRest?
  /// The end of the last known grace that began at the end of the period; nil if none did.
  package let graceEnd: Instant?
  package let refunds: Refunds
  /// The events from which the dates of the period follow, ascending.
  package let because: [EventID]
  /// The beginning of the first later period of the chain that began no later than this one's
  /// expiry; nil if there is none, or while the period stands alone.
  private(set) var followedFrom: Instant?

  package init(
    chain: ChainID, transactionID: TransactionID, productID: ProductID, storefront: String?,
    purchaseDate: Instant, charge: Charge?, isOffer: Bool, isBilledMonthly: Bool, isRenewal: Bool,
    start: Instant, end: Instant, paidEnd: Instant, soldEnd: Instant, isServed: Bool,
    isUpgradedToUnknown: Bool, isUncertain: Bool, isOfferUntold: Bool, chargedAheadAt: Instant?,
    commitmentRest: CommitmentRest?, graceEnd: Instant?, refunds: Refunds, because: [EventID]
  ) {
    self.chain = chain
    self.transactionID = transactionID
    self.productID = productID
    self.storefront = storefront
    self.purchaseDate = purchaseDate
    self.charge = charge
    self.isOffer = isOffer
    self.isBilledMonthly = isBilledMonthly
    self.isRenewal = isRenewal
    self.start = start
    self.end = end
    self.paidEnd = paidEnd
    self.soldEnd = soldEnd
    self.isServed = isServed
    self.isUpgradedToUnknown = isUpgradedToUnknown
    self.isUncertain = isUncertain
    self.isOfferUntold = isOfferUntold
    self.chargedAheadAt = chargedAheadAt
    self.commitmentRest = commitmentRest
    self.graceEnd = graceEnd
    self.refunds = refunds
    self.because = because
  }
}

extension ServicePeriod {
  var order: (Instant, TransactionID) { (purchaseDate, transactionID) }

  package var isPaid: Bool { charge != nil }

  /// The end of what the customer could use, if no refund ended it.
  package var servedUntil: Instant { graceEnd.map { max($0, end) } ?? end }

  /// Returns true if the period has begun. A recovery within grace has not begun before its charge,
  /// though its service counts from earlier.
  func hasBegun(at moment: Instant) -> Bool { begun <= moment }

  /// Returns true if the period was known before its beginning, which is still ahead.
  func isChargedAhead(at moment: Instant) -> Bool {
    !hasBegun(at: moment) && chargedAheadAt.map { $0 <= moment } ?? false
  }

  /// Returns the service and its paid part by refunds and reversals up to `moment`; nil if there is
  /// no service, or if a refund in full ended the subscription.
  package func service(at moment: Instant) -> Service? {
    guard isServed else { return nil }
    guard let refund = refunds.current(at: moment) else {
      return Service(start: start, end: end, paidEnd: isPaid ? paidEnd : start)
    }
    if refund.isFull { return refunded(at: refund.date, by: moment) }
    guard start < refund.date else { return nil }
    let (end, paidEnd) = (min(end, refund.date), min(paidEnd, refund.date))
    return Service(start: start, end: end, paidEnd: isPaid ? paidEnd : start)
  }

  /// Returns the service of a period refunded in full, which adds no days. It ends at its expiry if
  /// it was served until then, or at the refund if the subscription went on; otherwise it has no end
  /// of its own.
  private func refunded(at date: Instant, by moment: Instant) -> Service? {
    if end <= date { return Service(start: start, end: end, paidEnd: start) }
    guard let followedFrom, followedFrom <= moment, start < date else { return nil }
    return Service(start: start, end: date, paidEnd: start)
  }

  /// The moment at which the period began: the charge, or the start of its service if that is later.
  private var begun: Instant { max(start, purchaseDate) }

  /// Returns the period with the later periods of its chain taken into account.
  ///
  /// - Parameter others: the periods of the customer in the group.
  func followed(by others: [ServicePeriod]) -> ServicePeriod {
    var period = self
    period.followedFrom =
      others.filter {
        $0.chain == chain && $0.isServed && $0.order > order && $0.start <= end
      }.map(\.begun).min()
    return period
  }

  package struct Service {
    package let start: Instant
    package let end: Instant
    package let paidEnd: Instant
  }
}
