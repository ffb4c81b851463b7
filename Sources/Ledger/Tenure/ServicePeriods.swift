/// The own auto-renewable transactions of one chain in one group as service periods.
///
/// Assertions of trust 0 are ignored, for transactions and for grace. Family shares are excluded.
struct ServicePeriods {
  private let chain: ChainID
  private let group: SubscriptionGroupID?
  private let renewal: RenewalState?
  private let succession: Succession
  private let catalogs: Catalogs
  private let transactions: [TransactionState]
  private let isExplained: Bool
  private(set) var periods: [ServicePeriod] = []
  /// The graces after the last served period.
  private(set) var lastGraces: [Grace]

  /// - Parameters:
  ///   - graces: the graces after the period before the first.
  ///   - isExplained: false to leave out the events from which the dates follow.
  init(
    _ transactions: [TransactionState], of chain: ChainState, in group: SubscriptionGroupID?,
    _ catalogs: Catalogs, after graces: [Grace] = [], isExplained: Bool = true
  ) {
    let sorted = CompletedDates(transactions).transactions
    self.chain = chain.chain
    self.group = group
    renewal = chain.renewal
    succession = Succession(sorted)
    self.catalogs = catalogs
    self.transactions = sorted
    self.isExplained = isExplained
    lastGraces = graces
    let served = sorted.map(subscriptionPeriod)
    for (index, transaction) in sorted.enumerated() {
      guard let period = served[index] else {
        periods.append(unserved(transaction))
        continue
      }
      let next = served[(index + 1)...].lazy.compactMap(\.self).first { period.start < $0.start }
      let graces = renewal?.rememberedGraces(after: period, before: next?.start) ?? []
      periods.append(service(of: period, after: lastGraces, before: graces))
      lastGraces = graces
    }
  }

  /// Returns the period of a transaction; nil if no source of trust 1 or 2 asserted an expiry, and
  /// for a renewal that was replaced before it began.
  private func subscriptionPeriod(of transaction: TransactionState) -> SubscriptionPeriod? {
    guard transaction.firstExpiresDate != nil else { return nil }
    return SubscriptionPeriod(transaction, in: succession)
  }

  /// Returns a period without service. Nothing was earned by a renewal that was charged ahead and
  /// replaced before it began: its price was given back.
  private func unserved(_ transaction: TransactionState) -> ServicePeriod {
    let start = transaction.purchase.purchaseDate
    let isReplaced = succession.replacement(of: transaction).map {
      $0.transactionID != nil && $0.moment <= start
    }
    let offer = UntoldOffer(transaction, among: transactions, catalogs)
    return ServicePeriod(
      transaction, of: chain, in: group, offer,
      charge: isReplaced == true ? nil : charge(of: transaction, offer),
      isRenewal: isRenewal(transaction), start: start, end: start, paidEnd: start, isServed: false,
      isUpgradedToUnknown: false, graceEnd: nil,
      because: isExplained ? transaction.because : [])
  }

  private func service(
    of period: SubscriptionPeriod, after past: [Grace], before graces: [Grace]
  ) -> ServicePeriod {
    let recovered = period.recovers(from: past)
    let end = max(
      period.start, min(period.expiresDate, period.replacement?.moment ?? period.expiresDate))
    let start = recovered?.start ?? period.start
    let paidEnd = min(end, period.paidEnd(recovering: recovered))
    let offer = UntoldOffer(period.transaction, among: transactions, catalogs)
    return ServicePeriod(
      period.transaction, of: chain, in: group, offer,
      charge: charge(of: period.transaction, offer), isRenewal: isRenewal(period.transaction),
      start: start, end: end,
      paidEnd: max(start, paidEnd), isServed: true,
      isUpgradedToUnknown: period.isReplacementMissing,
      graceEnd: graces.last { $0.start <= end }?.end,
      because: isExplained ? events(of: period, recoveredBy: recovered) : [])
  }

  /// Returns true for a renewal by Apple. Where no source tells the reason, a purchase at the expiry of another
  /// period is one.
  private func isRenewal(_ transaction: TransactionState) -> Bool {
    let purchase = transaction.purchase
    guard purchase.reason == nil else { return purchase.reason == Purchase.renewed }
    return transactions.contains { $0.expiresDate == purchase.purchaseDate }
  }

  private func events(of period: SubscriptionPeriod, recoveredBy grace: Grace?) -> [EventID] {
    let events = period.transaction.because + (period.replacement?.because ?? [])
    return Set(events + [grace?.event].compactMap(\.self)).sorted()
  }

  private func charge(of transaction: TransactionState, _ offer: UntoldOffer?) -> Charge? {
    Charge(transaction, group: group, isTakenAsPaid: offer == .paid)
  }
}

extension ServicePeriod {
  fileprivate init(
    _ transaction: TransactionState, of chain: ChainID, in group: SubscriptionGroupID?,
    _ offer: UntoldOffer?, charge: Charge?, isRenewal: Bool, start: Instant, end: Instant,
    paidEnd: Instant,
    isServed: Bool, isUpgradedToUnknown: Bool, graceEnd: Instant?, because: [EventID]
  ) {
    let purchase = transaction.purchase
    let said = transaction.earliestExpiry?.assertion.assertedAt
    self.init(
      chain: chain, transactionID: transaction.transactionID, productID: purchase.productID,
      storefront: purchase.storefront, purchaseDate: purchase.purchaseDate, charge: charge,
      isOffer: purchase.offer != nil, isBilledMonthly: purchase.isBilledMonthly,
      isRenewal: isRenewal, start: start, end: end, paidEnd: paidEnd,
      soldEnd: transaction.firstExpiresDate ?? end,
      isServed: isServed, isUpgradedToUnknown: isUpgradedToUnknown,
      isUncertain: transaction.isFirstExpiryUncertain && charge != nil, isOfferUntold: offer != nil,
      chargedAheadAt: said.flatMap { $0 < purchase.purchaseDate ? $0 : nil },
      commitmentRest: CommitmentRest(after: transaction, charge: charge), graceEnd: graceEnd,
      refunds: Refunds(of: transaction), because: because)
  }
}
