import Ledger

/// The facts of one chain.
struct ModelChain {
  private static let graceMax: Int64 = 28 * 86_400_000
  private static let inGrace: Int32 = 4

  let chain: ChainID
  /// The purchases by date, each one once.
  let purchases: [ModelPurchase]
  let settings: ModelSettings
  /// The periods of all groups.
  private(set) var periods: [ModelPeriod] = []
  private let renewals: [RenewalFact]
  /// The customers that Apple named, mostly one.
  private let customers: Set<AppTransactionID>
  /// The chains that this one replaced.
  private let replaced: Set<OriginalTransactionID>

  init(
    _ chain: ChainID, _ transactions: [TransactionFact], _ renewals: [RenewalFact],
    _ settings: ModelSettings, listedPeriod: (ProductID) -> ModelLength?, appPrices: [AppPrices.Row]
  ) {
    self.chain = chain
    self.settings = settings
    self.renewals = renewals
    let bought = ModelPurchase.all(in: transactions, settings)
      .sorted {
        ($0.purchase.purchaseDate, $0.transactionID) < ($1.purchase.purchaseDate, $1.transactionID)
      }
    purchases = bought.enumerated().map { index, purchase in
      var purchase = purchase
      if purchase.purchase.type == .app { purchase.tellPrice(by: appPrices) }
      guard purchase.isOfUntoldOffer else { return purchase }
      let listed =
        purchase.isBilledMonthly
        ? ModelLength(.months(1)) : listedPeriod(purchase.purchase.productID)
      purchase.isTakenForTrial = purchase.isTrial(
        of: listed ?? bought.dropFirst(index + 1).first?.length)
      return purchase
    }
    customers = Set(
      transactions.compactMap(\.purchase.appTransactionID)
        + renewals.compactMap(\.plan.appTransactionID))
    replaced = Set(transactions.compactMap(\.purchase.previousOriginalTransactionID))
    periods = Set(purchases.compactMap(\.purchase.subscriptionGroupID)).flatMap(countedPeriods)
  }

  /// Returns true if one customer holds both chains: nothing that one app is told concerns another.
  func isOfOneCustomer(with other: ModelChain) -> Bool {
    chain.bundleID == other.chain.bundleID && chain.environment == other.chain.environment
      && (!customers.isDisjoint(with: other.customers) || !replaced.isDisjoint(with: other.replaced)
        || replaced.contains(other.chain.originalTransactionID)
        || other.replaced.contains(chain.originalTransactionID))
  }

  /// Returns the end of the period before, if Apple gave grace after it that had not run out when
  /// the charge succeeded.
  ///
  /// An unknown upgrade in between took the place of the one before. The `renewalDate` beside a
  /// grace period is the end that the grace follows, whatever copies of the transaction arrived.
  /// The lives always have that date: the rules do not say to which period a grace period without
  /// one belongs.
  func endBeforeGrace(after previous: ModelPurchase, covering charge: Instant) -> Instant? {
    guard let expires = previous.expiresDate else { return nil }
    let ended = previous.isUpgraded ? min(expires, previous.upgradeSaid ?? expires) : expires
    let ends = renewals.compactMap { fact -> Instant? in
      guard let renewal = fact.plan.renewalDate, previous.purchase.purchaseDate < renewal else {
        return nil
      }
      let end = max(renewal, ended)
      guard let grace = fact.gracePeriodExpiresDate.value ?? undatedGrace(fact, end, charge) else {
        return nil
      }
      return end < charge && charge <= grace ? end : nil
    }
    return ends.min()
  }

  /// Returns the end of a grace period without a date: 28 days at most. Nil if a newer status had ended it
  /// by the charge.
  private func undatedGrace(_ fact: RenewalFact, _ end: Instant, _ charge: Instant) -> Instant? {
    guard fact.toldStatus == Self.inGrace, fact.assertion.assertedAt <= charge else { return nil }
    let isEnded = renewals.contains {
      $0.toldStatus != nil && $0.toldStatus != Self.inGrace && fact.assertion < $0.assertion
        && $0.assertion.assertedAt <= charge
    }
    return isEnded ? nil : Instant(milliseconds: end.milliseconds + Self.graceMax)
  }
}
