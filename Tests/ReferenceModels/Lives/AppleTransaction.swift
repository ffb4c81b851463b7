import Ledger

/// A transaction as Apple knows it, with everything that will ever happen to it.
struct AppleTransaction {
  struct Refund {
    var revocation: Revocation
    var reversedAt: Int64?
  }

  let chain: ChainID
  let id: TransactionID
  var purchase: Purchase
  /// The end as sold.
  let end: Int64
  /// The moments from which the end is later, each with the new end.
  var extensions: [(at: Int64, end: Int64)] = []
  var upgradedAt: Int64?
  var refunds: [Refund] = []

  var start: Int64 { purchase.purchaseDate.milliseconds }
  /// The end with all its extensions.
  var extendedEnd: Int64 { extensions.last?.end ?? end }

  /// The moments after which Apple asserts something new.
  var changes: [Int64] {
    extensions.map(\.at) + [upgradedAt].compactMap(\.self)
      + refunds.map(\.revocation.date.milliseconds) + refunds.compactMap(\.reversedAt)
  }

  /// Returns Apple's assertion at a moment through one source.
  func fact(
    at moment: Int64, trust: Trust, customer: AppTransactionID?, canSayExpiry: Bool = true
  ) -> TransactionFact {
    var said = purchase
    said.appTransactionID = customer
    let revocation = revocation(at: moment)
    let isUpgraded = upgradedAt.map { $0 <= moment } ?? false
    if trust != .signed {
      said.appTransactionID = nil
      said.reason = nil
      said.price = nil
      said.currency = nil
      said.storefront = nil
    }
    return TransactionFact(
      chain: chain, bundleID: "com.example.game", transactionID: id, purchase: said,
      expiresDate: expires(at: moment, isSaid: canSayExpiry, trust: trust),
      isUpgraded: trust == .signed || isUpgraded ? isUpgraded : nil,
      revocation: trust == .signed
        ? Asserted(signed: revocation) : revocation.map(Asserted.present) ?? .silent,
      trust: trust, assertedAt: Instant(milliseconds: moment))
  }

  private func expires(at moment: Int64, isSaid: Bool, trust: Trust) -> Asserted<Instant> {
    guard purchase.type == .autoRenewable else { return trust == .signed ? .absent : .silent }
    guard isSaid else { return .silent }
    let end = extensions.last { $0.at <= moment }?.end ?? end
    return .present(Instant(milliseconds: end))
  }

  private func revocation(at moment: Int64) -> Revocation? {
    refunds.last {
      $0.revocation.date.milliseconds <= moment && ($0.reversedAt.map { moment < $0 } ?? true)
    }?.revocation
  }
}

/// Apple's assertion at a moment about the next renewal of a chain.
struct AppleRenewal {
  let moment: Int64
  let product: ProductID
  let renewalDate: Int64
  var grace: Int64?
  var retry = false

  func fact(of chain: ChainID, customer: AppTransactionID?) -> RenewalFact {
    var plan = RenewalPlan(
      productID: product, autoRenewProductID: product, autoRenew: true,
      renewalDate: Instant(milliseconds: renewalDate))
    plan.appTransactionID = customer
    return RenewalFact(
      chain: chain, plan: plan,
      gracePeriodExpiresDate: Asserted(signed: grace.map(Instant.init(milliseconds:))),
      isInBillingRetry: .present(retry), expirationIntent: .absent, priceIncreaseStatus: .absent,
      nextOffer: .absent, trust: .signed, assertedAt: Instant(milliseconds: moment))
  }
}
