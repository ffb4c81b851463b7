/// The part of a commitment that follows one of its periods: the further periods that the customer has to
/// pay.
package struct CommitmentRest: Hashable, Sendable {
  /// The number of the further periods, at least one.
  package let payments: Int32
  /// The price of all of them in milliunits of the charge's currency; nil if no price is known.
  package let price: Int64?
  /// The end of the last one as Apple told it, or else as many months later as there are payments.
  package let end: Instant

  package init(payments: Int32, price: Int64?, end: Instant) {
    self.payments = payments
    self.price = price
    self.end = end
  }

  /// Nil for a period without a commitment, for the last one of a commitment, and if no expiry is known.
  init?(after transaction: TransactionState, charge: Charge?) {
    guard let commitment = transaction.purchase.commitment, commitment.paymentsLeft > 0,
      let expiry = transaction.firstExpiresDate
    else { return nil }
    let payments = commitment.paymentsLeft
    self.init(
      payments: payments, price: commitment.price(ofLast: payments, at: charge?.price),
      end: commitment.expiresDate ?? BillingPeriod.months(Int(payments)).end(from: expiry))
  }
}

extension Commitment {
  /// Returns the price of the last payments: their part of the price of the whole commitment, rounded half
  /// up, or so many times the price of the present period if Apple told none for the whole.
  fileprivate func price(ofLast payments: Int32, at present: Int64?) -> Int64? {
    guard let whole = price, periods > 0 else {
      return present.flatMap {
        let (product, isTooLarge) = $0.multipliedReportingOverflow(by: Int64(payments))
        return isTooLarge ? nil : product
      }
    }
    let (part, divisor) = (Int128(whole) * Int128(payments), Int128(periods))
    return Int64(clamping: (part * 2 + divisor) / (divisor * 2))
  }
}
