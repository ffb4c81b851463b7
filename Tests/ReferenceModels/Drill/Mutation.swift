import Ledger

/// A mutation of the rules of tenure, given to the model instead of the truth: the drill must
/// notice it.
package enum Mutation: String, CaseIterable, Sendable {
  case gapOf61Days, yearOf366Days, trialsCount, graceInterrupts, refundsIgnored, upgradesIgnored
  case familyCounts, customersApart, sharedSecretBelieved
  case upgradesAreRefunds, partOfAllIsPart, refundsOfThePastEndNothing
  case untoldOffersArePaid, catalogsUnread, copiesApart, appPricesUnread

  func settings(_ settings: ModelSettings) -> ModelSettings {
    var settings = settings
    if self == .gapOf61Days { settings.gapMax += CalendarDay.length }
    if self == .yearOf366Days { settings.yearOfService += CalendarDay.length }
    return settings
  }

  func event(_ event: RecordedEvent) -> RecordedEvent {
    RecordedEvent(
      id: event.id, recordedAt: event.recordedAt, event: self.event(event.event), evidence: nil)
  }

  private func event(_ event: LedgerEvent) -> LedgerEvent {
    if self == .catalogsUnread, case .shared(.catalogPublished(let published)) = event {
      return .shared(
        .catalogPublished(
          CatalogPublished(
            bundleID: published.bundleID, catalog: Catalog.ofNothing,
            validFrom: published.validFrom, publishedAt: published.publishedAt)))
    }
    if self == .appPricesUnread, case .shared(.pricesPublished(let published)) = event {
      return .shared(
        .pricesPublished(
          PricesPublished(
            bundleID: published.bundleID, sku: published.sku, rows: [], author: published.author,
            publishedAt: published.publishedAt)))
    }
    if case .chain(.transactionObserved(let fact)) = event {
      return .chain(.transactionObserved(self.fact(fact)))
    }
    if case .chain(.renewalObserved(let fact)) = event {
      return .chain(.renewalObserved(self.fact(fact)))
    }
    return event
  }

  private func fact(_ fact: TransactionFact) -> TransactionFact {
    var purchase = fact.purchase
    if self == .trialsCount, purchase.offer?.discountType == "FREE_TRIAL" {
      (purchase.offer, purchase.price) = (nil, 9_990)
    }
    if self == .untoldOffersArePaid, purchase.offer == Offer(type: 1), purchase.price == nil {
      purchase.price = 9_990
    }
    if self == .familyCounts { purchase.ownership = .purchased }
    if self == .customersApart { purchase.appTransactionID = nil }
    if self == .copiesApart { purchase.webOrderLineItemID = nil }
    let isBelieved = self == .sharedSecretBelieved && fact.assertion.trust == .sharedSecret
    return TransactionFact(
      chain: fact.chain, transactionID: fact.transactionID,
      purchase: purchase, expiresDate: fact.expiresDate,
      isUpgraded: self == .upgradesIgnored ? false : fact.isUpgraded,
      revocation: revocation(fact),
      trust: isBelieved ? .receipt : fact.assertion.trust,
      assertedAt: fact.assertion.assertedAt)
  }

  private func revocation(_ fact: TransactionFact) -> Asserted<Revocation> {
    if self == .refundsIgnored { return .absent }
    guard var told = fact.revocation.value else { return fact.revocation }
    switch self {
    case .upgradesAreRefunds where fact.isUpgraded == true: told.type = "REFUND_FULL"
    case .partOfAllIsPart where told.type == "REFUND_PRORATED" && told.percentage == 100_000:
      told.percentage = 50_000
    case .refundsOfThePastEndNothing:
      if let expires = fact.expiresDate.value, told.date >= expires { return .absent }
    default: break
    }
    return .present(told)
  }

  private func fact(_ fact: RenewalFact) -> RenewalFact {
    var plan = fact.plan
    if self == .customersApart { plan.appTransactionID = nil }
    return RenewalFact(
      chain: fact.chain, plan: plan,
      gracePeriodExpiresDate: self == .graceInterrupts ? .absent : fact.gracePeriodExpiresDate,
      isInBillingRetry: fact.isInBillingRetry, expirationIntent: fact.expirationIntent,
      priceIncreaseStatus: fact.priceIncreaseStatus, nextOffer: fact.nextOffer,
      trust: fact.assertion.trust, assertedAt: fact.assertion.assertedAt)
  }
}

extension Catalog {
  /// A catalog that says nothing of the subscriptions of the lives.
  fileprivate static let ofNothing: Catalog = {
    guard let catalog = try? Catalog([CatalogProduct("other", type: .consumable)]) else {
      preconditionFailure("one consumable is a catalog")
    }
    return catalog
  }()
}
