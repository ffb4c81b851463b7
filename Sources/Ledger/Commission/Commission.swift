/// The rate of each charge, fixed by what was so when it was charged.
package enum Commission {
  /// - Parameters:
  ///   - app: where it was bought; programmes confined to another app do not count.
  ///   - serviceBefore: what had accrued before it, as of the charge.
  /// - Returns: nil where nothing was charged (a family share, a trial, a price of exactly zero),
  ///   where only a source of trust 0 tells of it, and where no row of the terms applies.
  package static func rate(
    of transaction: TransactionState, in app: BundleID?, serviceBefore: Duration,
    terms: CommissionTerms = .standard, programmes: [Programme] = [],
    settings: TenureSettings = .apple
  ) -> CommissionRate? {
    let purchase = transaction.purchase
    guard purchase.ownership == .purchased, !purchase.isFree, transaction.trust >= .receipt
    else { return nil }
    let isSubscription = purchase.type == .autoRenewable
    let charge = CommissionTerms.Charge(
      chargedAt: purchase.purchaseDate, storefront: purchase.storefront,
      productType: purchase.type,
      isAfterAYear: isSubscription && serviceBefore >= settings.yearOfService,
      programmes: Set(programmes.filter { $0.covers(purchase.purchaseDate, in: app) }.map(\.name)))
    return terms.deciding(charge).map {
      CommissionRate(thousandths: $0.thousandths, reason: $0.reason(for: purchase.type))
    }
  }
}
