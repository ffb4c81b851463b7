import Ledger

/// A mutation of the rules of coins, given to the model instead of the truth: the drill must notice
/// it.
package enum CoinsMutation: String, CaseIterable, Sendable {
  case sharedSecretBelieved, familyGranted, trialsGranted, restoresGranted, quantityIgnored
  case renewalsAheadGranted, refundsIgnored, reversalsIgnored, sharesIgnored, sharesRoundedDown
  case catalogsHoldFromPublishing, unpricedForgotten, lastOwnerTakes
  case renewalsStayWithFirstOwner
  case debtForgiven, keysForgotten
  case cutOversIgnored, firstCutOverStands, untoldOffersPaid, owedOffersPaid, upgradesKeepCoins
  case copiesApart
  case absenceErases, partsAreWhole, detailsForgotten, proratedWithoutShareIsAll
  case sharesOfUpgradesIgnored, keptCoinsAreShared, refundedIsReplaced, passesAreOne
  case refundsDivideNothing, higherGrantsForgotten, lastShareCounts, commitmentsAreYears
  case appsTogether

  var rules: ModelCoinRules {
    var rules = ModelCoinRules()
    rules.roundsToNearest = self != .sharesRoundedDown
    rules.proratesUpgrades = self != .upgradesKeepCoins
    rules.refundsPreventReplacement = self != .refundedIsReplaced
    rules.keepsOnUpgrade = self != .keptCoinsAreShared
    rules.joinsCopies = self != .copiesApart
    rules.refundsDivide = self != .refundsDivideNothing
    rules.higherGrantsStand = self != .higherGrantsForgotten
    rules.greatestShareCounts = self != .lastShareCounts
    rules.keepsDebt = self != .debtForgiven
    rules.keepsKeys = self != .keysForgotten
    rules.pricesLater = self != .unpricedForgotten
    rules.renewalsFollowOwner = self != .renewalsStayWithFirstOwner
    rules.cutOversHold = self != .cutOversIgnored
    rules.lastCutOverStands = self != .firstCutOverStands
    rules.firstOwnerStays = self != .lastOwnerTakes
    return rules
  }

  func events(_ events: [RecordedEvent]) -> [RecordedEvent] {
    let copies = TransactionFact.byPurchase(in: events)
    return events.map { event in
      RecordedEvent(
        id: event.id, recordedAt: event.recordedAt, event: self.event(event.event, copies),
        evidence: nil)
    }
  }

  private func event(
    _ event: LedgerEvent, _ copies: [ModelPurchaseName: [TransactionFact]]
  ) -> LedgerEvent {
    if case .chain(.transactionObserved(let fact)) = event {
      let all = copies[ModelPurchaseName(fact.chain, fact.transactionID)] ?? []
      return .chain(.transactionObserved(self.fact(fact, all)))
    }
    guard case .shared(.catalogPublished(let published)) = event,
      self == .catalogsHoldFromPublishing
    else { return event }
    return .shared(
      .catalogPublished(
        CatalogPublished(
          bundleID: published.bundleID, catalog: published.catalog,
          validFrom: published.publishedAt, publishedAt: published.publishedAt)))
  }
}

/// A rewriting of facts, as a mutation misreads them.
extension CoinsMutation {
  private func fact(_ fact: TransactionFact, _ copies: [TransactionFact]) -> TransactionFact {
    let isBelieved = self == .sharedSecretBelieved && fact.assertion.trust == .sharedSecret
    return TransactionFact(
      chain: chain(fact.chain), transactionID: fact.transactionID,
      purchase: purchase(fact, copies), expiresDate: fact.expiresDate,
      isUpgraded: self == .renewalsAheadGranted ? nil : fact.isUpgraded,
      revocation: revocation(fact, copies),
      trust: isBelieved ? .receipt : fact.assertion.trust,
      assertedAt: fact.assertion.assertedAt)
  }

  private func chain(_ chain: ChainID) -> ChainID {
    guard self == .appsTogether else { return chain }
    return ChainID(CoinLife.bundleID, chain.environment, chain.originalTransactionID)
  }

  private func purchase(_ fact: TransactionFact, _ copies: [TransactionFact]) -> Purchase {
    var fields = fact.purchase.fields
    let newest = copies.last { $0.assertion.trust != .sharedSecret }?.purchase.fields ?? fields
    switch self {
    case .familyGranted: fields.toldOwnership = .purchased
    case .trialsGranted: (fields.offer, fields.price, fields.currency) = (nil, 990, "USD")
    case .untoldOffersPaid where fields.offer?.type == 1 && fields.price == nil:
      (fields.price, fields.currency) = (990, "USD")
    case .owedOffersPaid where fields.offer.map { $0.type != 1 } ?? false && fields.price == nil:
      if fields.offer?.discountType == nil { (fields.price, fields.currency) = (990, "USD") }
    case .restoresGranted where fields.type == .nonConsumable: fields.type = .nonRenewing
    case .quantityIgnored: fields.toldQuantity = 1
    case .passesAreOne where fields.type == .nonRenewing: fields.toldQuantity = 1
    case .renewalsAheadGranted where fields.reason != nil: fields.reason = "RENEWAL"
    case .absenceErases: fields = newest
    case .partsAreWhole: fields.tellAllParts()
    case .commitmentsAreYears: (fields.billingPlanType, fields.commitment) = (nil, nil)
    default: break
    }
    return Purchase(fields)
  }

  private func revocation(
    _ fact: TransactionFact, _ copies: [TransactionFact]
  ) -> Asserted<Revocation> {
    if self == .refundsIgnored { return .absent }
    if self == .reversalsIgnored, fact.revocation == .absent { return .silent }
    guard var told = fact.revocation.value else { return fact.revocation }
    switch self {
    case .sharesIgnored: told.percentage = nil
    case .sharesOfUpgradesIgnored where fact.isUpgraded == true: told.percentage = nil
    case .proratedWithoutShareIsAll where told.type == "REFUND_PRORATED":
      told.percentage = told.percentage ?? 100_000
    case .detailsForgotten:
      let newest = copies.compactMap(\.revocation.value).last { $0.date == told.date }
      (told.type, told.percentage) = (newest?.type, newest?.percentage)
    default: break
    }
    return .present(told)
  }
}
