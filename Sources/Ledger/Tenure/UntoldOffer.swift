/// The reading of an introductory offer of which Apple told neither the price nor the kind. Apple
/// tells them since 2023-10-26.
///
/// An offer that is shorter than the plan's period is taken for a free trial. The length of the plan is a
/// month if it is billed by the month, else the catalog's, or else that of the next period. Source:
/// `appstore/subscription-rules.md` §1.3.
enum UntoldOffer: Hashable {
  case free
  case paid
  /// Nothing tells the length of the plan: no day is counted, and coins wait.
  case undecided

  /// Returns the reading for an own subscription; nil if Apple told the price or the kind.
  ///
  /// - Parameter others: the transactions of the chain.
  init?(
    _ transaction: TransactionState, among others: some Collection<TransactionState>,
    _ catalogs: Catalogs
  ) {
    guard transaction.purchase.isOfUntoldOffer else { return nil }
    let purchase = transaction.purchase
    let listed =
      purchase.isBilledMonthly
      ? .months(1) : catalogs.subscription(purchase.productID)?.period
    let plan = listed ?? Self.periodSold(after: transaction, among: others)
    self = Self.reading(of: transaction, underPlan: plan)
  }

  private static func periodSold(
    after transaction: TransactionState, among others: some Collection<TransactionState>
  ) -> BillingPeriod? {
    others.filter { $0.order > transaction.order }.min { $0.order < $1.order }?.soldPeriod
  }

  private static func reading(
    of transaction: TransactionState, underPlan plan: BillingPeriod?
  ) -> UntoldOffer {
    guard let end = transaction.firstExpiresDate else { return .undecided }
    let start = transaction.purchase.purchaseDate
    guard let plan, let sold = BillingPeriod(sold: start, until: end) else { return .undecided }
    return sold != plan && end < plan.end(from: start) ? .free : .paid
  }
}

extension Purchase {
  /// True for an introductory offer without its price and kind.
  var isOfUntoldOffer: Bool {
    guard type == .autoRenewable, let offer, offer.isIntroductory else { return false }
    return offer.discountType == nil && price == nil
  }
}

extension TransactionState {
  /// The length of the period as sold; nil if no source of trust 1 or 2 asserted an expiry.
  fileprivate var soldPeriod: BillingPeriod? {
    guard let end = firstExpiresDate else { return nil }
    return BillingPeriod(sold: purchase.purchaseDate, until: end)
  }
}

extension BillingPeriod {
  /// Creates the length of a period; nil if the period ends before it starts.
  fileprivate init?(sold start: Instant, until end: Instant) {
    guard start < end else { return nil }
    self.init(from: start, to: end)
  }
}
