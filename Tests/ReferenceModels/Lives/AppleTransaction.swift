import AppStoreSimulator
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
  /// The moment from which Apple tells the line item, if there is one.
  var lineItemToldFrom: Int64 = .min

  var start: Int64 { purchase.purchaseDate.milliseconds }
  /// The end with all its extensions.
  var extendedEnd: Int64 { extensions.last?.end ?? end }

  /// The moments after which Apple asserts something new.
  var changes: [Int64] {
    extensions.map(\.at) + [upgradedAt].compactMap(\.self)
      + refunds.map(\.revocation.date.milliseconds) + refunds.compactMap(\.reversedAt)
  }

  /// Returns Apple's assertion at a moment through one source.
  ///
  /// - Parameter omission: the fields that this copy leaves out.
  func fact(
    at moment: Int64, trust: Trust, customer: AppTransactionID?, canSayExpiry: Bool = true,
    omission: Omission? = nil
  ) -> TransactionFact {
    var said = told(by: trust)
    if trust == .signed { said.appTransactionID = customer }
    if moment < lineItemToldFrom { said.webOrderLineItemID = nil }
    var revocation = revocation(at: moment)
    if let omission {
      said = omission.applied(to: said)
      revocation = revocation.map(omission.applied)
    }
    let isUpgraded = upgradedAt.map { $0 <= moment } ?? false
    return TransactionFact(
      chain: chain, transactionID: id, purchase: said,
      expiresDate: expires(
        at: moment, isSaid: canSayExpiry && omission?.omitsExpiry != true, trust: trust),
      isUpgraded: trust == .signed || isUpgraded ? isUpgraded : nil,
      revocation: trust == .signed
        ? Asserted(signed: revocation) : revocation.map(Asserted.present) ?? .silent,
      trust: trust, assertedAt: Instant(milliseconds: moment))
  }

  /// Returns what a source tells of the purchase. No receipt and no old notification tells price, country,
  /// reason, commitment or the length of an offer.
  private func told(by trust: Trust) -> Purchase {
    guard trust != .signed else { return purchase }
    var said = purchase.fields
    said.reason = nil
    (said.price, said.currency) = (nil, nil)
    (said.storefront, said.storefrontID) = (nil, nil)
    (said.billingPlanType, said.commitment) = (nil, nil)
    said.previousOriginalTransactionID = nil
    said.offer = said.offer.map {
      Offer(type: $0.type, identifier: $0.identifier, discountType: $0.discountType)
    }
    if said.toldOwnership == .purchased { said.toldOwnership = nil }
    return Purchase(said)
  }

  /// Returns another copy of the period, which Apple tells under another id and date. Its refunds are
  /// told of this one, of the other, or of both.
  ///
  /// - Parameter mayBeUntold: true if the line item may come late or never. The two are then two
  ///   purchases, which the rules of upgrades do not expect.
  mutating func copied(by random: inout SplitMix64, mayBeUntold: Bool) -> AppleTransaction {
    var purchase = purchase
    let item = mayBeUntold ? random.pick(["700", "700", "700", "0"]) : "700"
    let isToldLate = mayBeUntold && random.chance(3)
    if item == "0" || isToldLate || random.chance(2) {
      let ended = min(start + (end - start) / 2, (upgradedAt ?? end) - 1)
      let later = random.number(1...max(1, ended - start))
      purchase.purchaseDate = Instant(milliseconds: start + later)
    }
    if random.chance(3) {
      purchase.price = random.pick([nil, 0, 1])
      purchase.currency = purchase.price.flatMap { _ in purchase.currency ?? "USD" }
    }
    purchase.webOrderLineItemID = item
    self.purchase.webOrderLineItemID = item
    var copy = AppleTransaction(
      chain: chain, id: TransactionID("\(id)-copy"), purchase: purchase, end: end)
    copy.extensions = extensions
    copy.upgradedAt = upgradedAt
    if isToldLate {
      lineItemToldFrom = start + random.number(1...2 * (end - start))
      copy.lineItemToldFrom = lineItemToldFrom
    }
    switch random.number(0...2) {
    case 0: copy.refunds = refunds
    case 1: swap(&copy.refunds, &refunds)
    default: break
    }
    return copy
  }

  private func expires(at moment: Int64, isSaid: Bool, trust: Trust) -> Asserted<Instant> {
    guard purchase.type == .autoRenewable, isSaid else {
      return trust == .signed ? .absent : .silent
    }
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
  var status: Int32?

  func fact(of chain: ChainID, customer: AppTransactionID?) -> RenewalFact {
    var plan = RenewalPlan(
      productID: product, autoRenewProductID: product, autoRenew: true,
      renewalDate: Instant(milliseconds: renewalDate))
    plan.appTransactionID = customer
    return RenewalFact(
      chain: chain, plan: plan,
      gracePeriodExpiresDate: Asserted(signed: grace.map(Instant.init(milliseconds:))),
      isInBillingRetry: .present(retry), expirationIntent: .absent, priceIncreaseStatus: .absent,
      nextOffer: .absent, trust: .signed, assertedAt: Instant(milliseconds: moment)
    ).telling(status: status)
  }
}
