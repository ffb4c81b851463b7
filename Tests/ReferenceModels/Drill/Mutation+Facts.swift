import Ledger

extension Mutation {
  /// Returns a fact as the mutation misreads it.
  ///
  /// - Parameter copies: all facts of the transaction, the newest last.
  func fact(_ fact: TransactionFact, _ copies: [TransactionFact]) -> TransactionFact {
    let isBelieved = self == .sharedSecretBelieved && fact.assertion.trust == .sharedSecret
    return TransactionFact(
      chain: chain(fact.chain), transactionID: fact.transactionID,
      purchase: purchase(fact, copies), expiresDate: fact.expiresDate,
      isUpgraded: self == .upgradesIgnored ? false : fact.isUpgraded,
      revocation: revocation(fact, copies),
      trust: isBelieved ? .receipt : fact.assertion.trust,
      assertedAt: fact.assertion.assertedAt)
  }

  func fact(_ fact: RenewalFact) -> RenewalFact {
    var plan = fact.plan
    if self == .customersApart { plan.appTransactionID = nil }
    return RenewalFact(
      chain: chain(fact.chain), plan: plan,
      gracePeriodExpiresDate: self == .graceInterrupts ? .absent : fact.gracePeriodExpiresDate,
      isInBillingRetry: fact.isInBillingRetry, expirationIntent: fact.expirationIntent,
      priceIncreaseStatus: fact.priceIncreaseStatus, nextOffer: fact.nextOffer,
      trust: fact.assertion.trust, assertedAt: fact.assertion.assertedAt
    ).telling(
      status: self == .graceInterrupts || self == .undatedGraceIgnored ? nil : fact.toldStatus)
  }

  private func chain(_ chain: ChainID) -> ChainID {
    guard self == .appsTogether else { return chain }
    return ChainID("com.example.game", chain.environment, chain.originalTransactionID)
  }

  private func purchase(_ fact: TransactionFact, _ copies: [TransactionFact]) -> Purchase {
    var fields = fact.purchase.fields
    let newest = copies.last { $0.assertion.trust != .sharedSecret }?.purchase.fields ?? fields
    switch self {
    case .trialsCount where fields.offer?.discountType == "FREE_TRIAL":
      (fields.offer, fields.price, fields.currency) = (nil, 9_990, "USD")
    case .untoldOffersArePaid where fields.offer?.type == 1 && fields.price == nil:
      (fields.price, fields.currency) = (9_990, "USD")
    case .familyCounts: fields.toldOwnership = .purchased
    case .customersApart: fields.appTransactionID = nil
    case .copiesApart: fields.webOrderLineItemID = nil
    case .absenceErases: fields = newest
    case .partsAreWhole: fields.tellAllParts()
    case .migrationsIgnored: fields.previousOriginalTransactionID = nil
    case .restoresApart where fields.type == .nonConsumable: fields.type = .nonRenewing
    case .commitmentsAreYears: (fields.billingPlanType, fields.commitment) = (nil, nil)
    default: break
    }
    return Purchase(fields)
  }

  private func revocation(
    _ fact: TransactionFact, _ copies: [TransactionFact]
  ) -> Asserted<Revocation> {
    if self == .refundsIgnored { return .absent }
    guard var told = fact.revocation.value else { return fact.revocation }
    switch self {
    case .upgradesAreRefunds where fact.isUpgraded == true: told.type = "REFUND_FULL"
    case .sharesOfUpgradesIgnored where fact.isUpgraded == true: told.percentage = nil
    case .partOfAllIsPart where told.type == "REFUND_PRORATED" && told.percentage == 100_000:
      told.percentage = 50_000
    case .proratedWithoutShareIsAll where told.type == "REFUND_PRORATED":
      told.percentage = told.percentage ?? 100_000
    case .detailsForgotten:
      let newest = copies.compactMap(\.revocation.value).last { $0.date == told.date }
      (told.type, told.percentage) = (newest?.type, newest?.percentage)
    case .refundsOfThePastEndNothing:
      if let expires = fact.expiresDate.value, told.date >= expires { return .absent }
    default: break
    }
    return .present(told)
  }
}

extension Purchase.Fields {
  /// Makes up the parts of a field that are missing beside others.
  mutating func tellAllParts() {
    if price != nil { currency = currency ?? "USD" }
    if storefront != nil { storefrontID = storefrontID ?? "143441" }
    offer = offer.map { offer in
      Offer(
        type: offer.type, identifier: offer.identifier ?? "offer",
        discountType: offer.discountType ?? "PAY_AS_YOU_GO", period: offer.period ?? "P1M")
    }
  }
}
