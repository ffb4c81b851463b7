import Ledger

/// A mutation of the rules of coins, given to the model instead of the truth: the drill must notice
/// it.
package enum CoinsMutation: String, CaseIterable, Sendable {
  case sharedSecretBelieved, familyGranted, trialsGranted, restoresGranted, quantityIgnored
  case renewalsAheadGranted, refundsIgnored, reversalsIgnored, sharesIgnored, sharesRoundedDown
  case catalogsHoldFromPublishing, unpricedForgotten, lastOwnerTakes
  case renewalsStayWithFirstOwner
  case debtForgiven, keysForgotten
  case cutOversIgnored, firstCutOverStands, untoldOffersPaid, upgradesKeepCoins
  case copiesApart

  var rules: ModelCoinRules {
    var rules = ModelCoinRules()
    rules.roundsToNearest = self != .sharesRoundedDown
    rules.proratesUpgrades = self != .upgradesKeepCoins
    rules.joinsCopies = self != .copiesApart
    rules.keepsDebt = self != .debtForgiven
    rules.keepsKeys = self != .keysForgotten
    rules.pricesLater = self != .unpricedForgotten
    rules.renewalsFollowOwner = self != .renewalsStayWithFirstOwner
    rules.cutOversHold = self != .cutOversIgnored
    rules.lastCutOverStands = self != .firstCutOverStands
    rules.firstOwnerStays = self != .lastOwnerTakes
    return rules
  }

  func event(_ event: RecordedEvent) -> RecordedEvent {
    RecordedEvent(
      id: event.id, recordedAt: event.recordedAt, event: self.event(event.event), evidence: nil)
  }

  private func event(_ event: LedgerEvent) -> LedgerEvent {
    if case .chain(.transactionObserved(let fact)) = event {
      return .chain(.transactionObserved(self.fact(fact)))
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

  private func fact(_ fact: TransactionFact) -> TransactionFact {
    let isBelieved = self == .sharedSecretBelieved && fact.assertion.trust == .sharedSecret
    return TransactionFact(
      chain: fact.chain, transactionID: fact.transactionID,
      purchase: purchase(fact.purchase), expiresDate: fact.expiresDate,
      isUpgraded: self == .renewalsAheadGranted ? nil : fact.isUpgraded,
      revocation: revocation(fact.revocation),
      trust: isBelieved ? .receipt : fact.assertion.trust,
      assertedAt: fact.assertion.assertedAt)
  }

  private func purchase(_ purchase: Purchase) -> Purchase {
    var purchase = purchase
    if self == .familyGranted { purchase.ownership = .purchased }
    if self == .trialsGranted { (purchase.offer, purchase.price) = (nil, 990) }
    if self == .untoldOffersPaid, purchase.offer == Offer(type: 1), purchase.price == nil {
      purchase.price = 990
    }
    if self == .restoresGranted, purchase.type == .nonConsumable { purchase.type = .nonRenewing }
    if self == .quantityIgnored { purchase.quantity = 1 }
    if self == .renewalsAheadGranted, purchase.reason != nil { purchase.reason = "RENEWAL" }
    return purchase
  }

  private func revocation(_ said: Asserted<Revocation>) -> Asserted<Revocation> {
    if self == .refundsIgnored { return .absent }
    if self == .reversalsIgnored, said == .absent { return .silent }
    guard self == .sharesIgnored, var revocation = said.value else { return said }
    revocation.percentage = nil
    return .present(revocation)
  }
}
