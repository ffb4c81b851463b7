import Ledger

/// The JSON form of a commitment that is billed by the month.
struct CommitmentBody: Encodable, Sendable {
  /// The number of the present period: 1, 2, 3 …
  let billingPeriodNumber: Int32
  let totalBillingPeriods: Int32
  /// The number of periods that are still to be paid after the present one.
  let paymentsLeft: Int32
  let expiresAt: Nullable<String>
  /// The price of the whole commitment in milliunits of `currency`.
  let price: Nullable<Int64>
  let currency: Nullable<String>
  /// True if a further commitment follows; null if Apple did not say.
  let willRenew: Nullable<Bool>
  let renewsAs: Nullable<String>

  init(_ commitment: Commitment, _ renewal: CommitmentRenewal?, in currency: String?) {
    billingPeriodNumber = commitment.period
    totalBillingPeriods = commitment.periods
    paymentsLeft = commitment.paymentsLeft
    expiresAt = Nullable(commitment.expiresDate?.description)
    price = Nullable(commitment.price)
    self.currency = Nullable(currency)
    willRenew = Nullable(renewal?.autoRenew)
    renewsAs = Nullable(renewal?.productID?.rawValue)
  }
}
