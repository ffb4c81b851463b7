/// One transaction as tenure reads it: when its service began and ended, and how much of it was
/// paid for.
///
/// Refunds stand apart, because they hold from their date to their reversal: `service(at:)`.
package struct ServicePeriod: Hashable, Sendable {
  package let chain: ChainID
  package let transaction: TransactionState
  /// The purchase date; of a recovery within grace the expiry before it.
  package let start: Instant
  /// By expiry, extensions included, or by what was bought in its place.
  package let end: Instant
  /// As far as was paid: without extensions, and of a recovery within grace no longer than one
  /// period.
  package let paidEnd: Instant
  /// False for what was replaced before it began, and where no expiry is known.
  package let isServed: Bool
  /// Whether Apple upgraded it to something that is not known.
  package let isUpgradedToUnknown: Bool
  /// The last grace known to follow it.
  package let grace: Grace?
  /// The events its dates follow from, ascending.
  package let because: [EventID]
}

extension ServicePeriod {
  package var transactionID: TransactionID { transaction.transactionID }
  package var purchase: Purchase { transaction.purchase }
  var order: (Instant, TransactionID) { transaction.order }

  /// Whether money was paid for it: neither a trial nor a price of exactly zero. A price that
  /// nobody told is taken for one.
  package var isPaid: Bool { !purchase.isFree }

  /// Whether an extension may stand in what is taken for paid, because its first copy came late.
  package var isUncertain: Bool { transaction.isFirstExpiryUncertain && isPaid }

  /// What was served and paid by refunds and reversals up to `moment`; nil where there is no
  /// service, or it had been refunded in full.
  func service(at moment: Instant) -> Service? {
    guard isServed else { return nil }
    guard let refund = transaction.trustedRevocation(at: moment) else {
      return Service(start: start, end: end, paidEnd: isPaid ? paidEnd : start)
    }
    guard !refund.isFull, start < refund.date else { return nil }
    let (end, paidEnd) = (min(end, refund.date), min(paidEnd, refund.date))
    return Service(start: start, end: end, paidEnd: isPaid ? paidEnd : start)
  }

  struct Service {
    let start: Instant
    let end: Instant
    let paidEnd: Instant
  }
}

extension Purchase {
  private static let freeTrial = "FREE_TRIAL"

  /// Whether Apple told that nothing was paid.
  var isFree: Bool { offer?.discountType == Self.freeTrial || price == 0 }
}

extension Revocation {
  private static let fullRefund = "REFUND_FULL"

  /// A refund of all that was paid. Facts from before December 2025 name no type, and mean all.
  var isFull: Bool { type == nil || type == Self.fullRefund }
}

extension TransactionState {
  /// What took it back by then and had not been reversed, as sources of trust 1 and 2 tell it.
  func trustedRevocation(at moment: Instant) -> Revocation? {
    if let newestRevocation, newestRevocation.assertion.trust >= .receipt,
      let revocation = newestRevocation.value.value, revocation.date <= moment
    {
      return revocation
    }
    return revocationHistory.reversedRevocation(at: moment)
  }

  /// Whether any refund was ever told of it.
  var wasRevoked: Bool { !revocationHistory.revocations.isEmpty }
}
