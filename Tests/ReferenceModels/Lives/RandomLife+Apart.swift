package import Ledger

extension RandomLife {
  /// The events of this life in one app, with ids of its own: otherwise all lives name their chains alike.
  package var eventsApart: [LedgerEvent] {
    arrivalsApart.map(\.event).filter { event in
      guard case .chain(let chain) = event.stream else { return false }
      return chain.bundleID == LifeScript.app
    }
  }

  /// Apple's assertions about this life's purchases, with ids of its own, in the order of arrival.
  package var arrivalsApart: [(at: Instant, event: LedgerEvent)] {
    events.compactMap { event in
      switch event.event {
      case .chain(.transactionObserved(let fact)):
        (event.recordedAt, .chain(.transactionObserved(apart(fact))))
      case .chain(.renewalObserved(let fact)):
        (event.recordedAt, .chain(.renewalObserved(apart(fact))))
      case .chain(.notificationReceived), .chain(.chainOwned), .chain(.grantMade),
        .chain(.ownershipChanged), .chain(.grantAcknowledged), .chain(.chainPosted),
        .chain(.chainReplaced), .chain(.grantAssigned), .account, .shared:
        nil
      }
    }
  }

  /// The developer's publications in this life, in the order of arrival.
  package var publications: [(at: Instant, event: LedgerEvent)] {
    events.compactMap { event in
      guard case .shared = event.event else { return nil }
      return (event.recordedAt, event.event)
    }
  }

  /// The terms and settings of this life as an event.
  package var publishedTerms: LedgerEvent {
    .shared(
      .termsPublished(
        TermsPublished(
          terms: CommissionTerms(rows: terms.map(\.row)),
          settings: TenureSettings(
            yearOfService: .milliseconds(settings.yearOfService),
            gapMax: .milliseconds(settings.gapMax)),
          publishedAt: Instant(milliseconds: 1_500_000_000_000))))
  }

  private func apart(_ fact: TransactionFact) -> TransactionFact {
    var purchase = fact.purchase
    purchase.appTransactionID = apart(purchase.appTransactionID)
    purchase.previousOriginalTransactionID = purchase.previousOriginalTransactionID.map(apart)
    return TransactionFact(
      chain: apart(fact.chain),
      transactionID: TransactionID("\(number)-\(fact.transactionID)"), purchase: purchase,
      expiresDate: fact.expiresDate, isUpgraded: fact.isUpgraded, revocation: fact.revocation,
      trust: fact.assertion.trust, assertedAt: fact.assertion.assertedAt)
  }

  private func apart(_ fact: RenewalFact) -> RenewalFact {
    var plan = fact.plan
    plan.appTransactionID = apart(plan.appTransactionID)
    return RenewalFact(
      chain: apart(fact.chain), plan: plan, gracePeriodExpiresDate: fact.gracePeriodExpiresDate,
      isInBillingRetry: fact.isInBillingRetry, expirationIntent: fact.expirationIntent,
      priceIncreaseStatus: fact.priceIncreaseStatus, nextOffer: fact.nextOffer,
      trust: fact.assertion.trust, assertedAt: fact.assertion.assertedAt
    ).telling(status: fact.toldStatus)
  }

  private func apart(_ chain: ChainID) -> ChainID {
    chain.sibling(apart(chain.originalTransactionID))
  }

  private func apart(_ id: OriginalTransactionID) -> OriginalTransactionID {
    OriginalTransactionID("\(number)-\(id)")
  }

  private func apart(_ customer: AppTransactionID?) -> AppTransactionID? {
    customer.map { AppTransactionID("\(number)-\($0)") }
  }
}
