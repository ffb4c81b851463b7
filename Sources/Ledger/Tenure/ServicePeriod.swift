/// One transaction as tenure reads it: when its service began and ended, and how much of it was
/// paid for.
///
/// Refunds stand apart, because they hold from their date to their reversal: `service(at:)`.
package struct ServicePeriod: Hashable, Sendable {
  package let chain: ChainID
  package let transactionID: TransactionID
  package let productID: ProductID
  package let storefront: String?
  package let purchaseDate: Instant
  /// What was paid for it; nil for a trial and a price of exactly zero. A price that nobody told is
  /// taken for one.
  package let charge: Charge?
  /// Whether it was bought, or renewed, under an offer.
  package let isOffer: Bool
  /// Whether Apple renewed it by itself.
  package let isRenewal: Bool
  /// The purchase date; of a recovery within grace the expiry before it.
  package let start: Instant
  /// By expiry, extensions included, or by what was bought in its place.
  package let end: Instant
  /// As far as was paid: without extensions, and of a recovery within grace no longer than one
  /// period.
  package let paidEnd: Instant
  /// The expiry it was sold with.
  package let soldEnd: Instant
  /// False for what was replaced before it began, and where no expiry is known.
  package let isServed: Bool
  /// Whether Apple upgraded it to something that is not known.
  package let isUpgradedToUnknown: Bool
  /// Whether an extension may stand in what is taken for paid, because its first copy came late.
  package let isUncertain: Bool
  /// The end of the last grace known to follow it.
  package let graceEnd: Instant?
  package let refunds: Refunds
  /// The events its dates follow from, ascending.
  package let because: [EventID]

  package init(
    chain: ChainID, transactionID: TransactionID, productID: ProductID, storefront: String?,
    purchaseDate: Instant, charge: Charge?, isOffer: Bool, isRenewal: Bool, start: Instant,
    end: Instant, paidEnd: Instant, soldEnd: Instant, isServed: Bool, isUpgradedToUnknown: Bool,
    isUncertain: Bool, graceEnd: Instant?, refunds: Refunds, because: [EventID]
  ) {
    self.chain = chain
    self.transactionID = transactionID
    self.productID = productID
    self.storefront = storefront
    self.purchaseDate = purchaseDate
    self.charge = charge
    self.isOffer = isOffer
    self.isRenewal = isRenewal
    self.start = start
    self.end = end
    self.paidEnd = paidEnd
    self.soldEnd = soldEnd
    self.isServed = isServed
    self.isUpgradedToUnknown = isUpgradedToUnknown
    self.isUncertain = isUncertain
    self.graceEnd = graceEnd
    self.refunds = refunds
    self.because = because
  }
}

extension ServicePeriod {
  var order: (Instant, TransactionID) { (purchaseDate, transactionID) }

  package var isPaid: Bool { charge != nil }

  /// A recovery within grace has not before it is charged, though its service counts from earlier.
  func hasBegun(at moment: Instant) -> Bool { max(start, purchaseDate) <= moment }

  /// The same without the events it follows from, for where many are counted and none is explained.
  package var unexplained: ServicePeriod {
    ServicePeriod(
      chain: chain, transactionID: transactionID, productID: productID, storefront: storefront,
      purchaseDate: purchaseDate, charge: charge, isOffer: isOffer, isRenewal: isRenewal,
      start: start, end: end, paidEnd: paidEnd, soldEnd: soldEnd, isServed: isServed,
      isUpgradedToUnknown: isUpgradedToUnknown, isUncertain: isUncertain, graceEnd: graceEnd,
      refunds: refunds, because: [])
  }

  /// What was served and paid by refunds and reversals up to `moment`; nil where there is no
  /// service, or it had been refunded in full.
  package func service(at moment: Instant) -> Service? {
    guard isServed else { return nil }
    guard let refund = refunds.standing(at: moment) else {
      return Service(start: start, end: end, paidEnd: isPaid ? paidEnd : start)
    }
    guard !refund.isFull, start < refund.date else { return nil }
    let (end, paidEnd) = (min(end, refund.date), min(paidEnd, refund.date))
    return Service(start: start, end: end, paidEnd: isPaid ? paidEnd : start)
  }

  package struct Service {
    package let start: Instant
    package let end: Instant
    package let paidEnd: Instant
  }
}
