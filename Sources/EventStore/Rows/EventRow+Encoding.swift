import Ledger

extension EventRow {
  init(_ event: LedgerEvent) {
    switch event {
    case .transactionObserved(let fact): self = .row(event, fact)
    case .renewalObserved(let fact): self = .row(event, fact)
    case .notificationReceived(let notification): self = .row(event, notification)
    case .chainOwned(let decision):
      self = .row(.chainOwned, event, decision.chain, decision.bundleID, decision.account)
    case .chainClaimed(let claim):
      self = .row(.chainClaimed, event, claim.chain, claim.bundleID, claim.account)
    case .accountErased(let decision):
      self = EventRow(.accountErased, event, environment: decision.environment)
      app = decision.bundleID.rawValue
      account = decision.account.key
      extra = decision.chains.isEmpty ? nil : Extra(erasedChains: decision.chains)
    case .programEntered(let decision):
      self = EventRow(.programEntered, event, environment: .production)
      app = decision.bundleID?.rawValue
      extra = Extra(
        program: Extra.Program(
          name: decision.program, from: decision.from, until: decision.until))
    case .termsPublished(let decision):
      self = EventRow(.termsPublished, event, environment: decision.environment)
      extra = Extra(terms: Extra.Terms(rows: decision.terms, settings: decision.settings))
    case .catalogPublished(let decision):
      self = EventRow(.catalogPublished, event, environment: .production)
      app = decision.bundleID.rawValue
      extra = Extra(catalog: decision)
    case .grantMade(let decision):
      self = EventRow(.grantMade, event, environment: decision.chain.environment)
      app = decision.bundleID.rawValue
      originalTransactionID = decision.chain.originalTransactionID.rawValue
      transactionID = decision.transactionID.rawValue
      product = decision.productID.rawValue
      quantity = decision.quantity
      account = decision.account?.key
      extra = Extra(grant: decision)
    case .coinsMoved(let decision):
      self = EventRow(.coinsMoved, event, environment: decision.environment)
      app = decision.bundleID.rawValue
      account = decision.account.key
      extra = Extra(movement: decision)
    case .accountAliased(let decision):
      self = EventRow(.accountAliased, event, environment: decision.environment)
      app = decision.bundleID.rawValue
      account = decision.account.key
      extra = Extra(aliased: decision)
    case .aliasClaimed(let claim):
      self = EventRow(.aliasClaimed, event, environment: claim.environment)
      app = claim.bundleID.rawValue
      account = claim.account.key
      extra = Extra(aliasClaim: claim)
    case .ownershipChanged(let decision):
      self = .row(.ownershipChanged, event, decision.chain, decision.bundleID, decision.account)
      extra = Extra(ownership: decision)
    case .grantAcknowledged(let decision):
      self = EventRow(.grantAcknowledged, event, environment: decision.chain.environment)
      app = decision.bundleID.rawValue
      originalTransactionID = decision.chain.originalTransactionID.rawValue
      transactionID = decision.transactionID.rawValue
      extra = Extra(acknowledgement: decision)
    case .consentChanged(let change):
      self = EventRow(.consentChanged, event, environment: change.environment)
      app = change.bundleID.rawValue
      account = change.account.key
      extra = Extra(consent: change)
    case .cutOverDeclared(let decision):
      self = EventRow(.cutOverDeclared, event, environment: decision.environment)
      app = decision.bundleID.rawValue
      extra = Extra(cutOver: decision)
    case .epochOpened(let decision):
      self = EventRow(.epochOpened, event, environment: .production)
      extra = Extra(epoch: decision)
    }
  }

  private static func row(_ event: LedgerEvent, _ fact: TransactionFact) -> EventRow {
    var row = EventRow(.transactionObserved, event, environment: fact.chain.environment)
    row.trust = fact.assertion.trust
    row.app = fact.bundleID.rawValue
    row.originalTransactionID = fact.chain.originalTransactionID.rawValue
    row.transactionID = fact.transactionID.rawValue
    row.set(fact.purchase)
    row.expiresAt = fact.expiresDate.value
    row.revokedAt = fact.revocation.value?.date
    row.revocationReason = fact.revocation.value?.reason
    row.revocationType = fact.revocation.value?.type
    row.revocationPercentage = fact.revocation.value?.percentage
    var groups = Packing()
    groups.pack(fact.expiresDate)
    groups.pack(fact.revocation)
    row.assertedGroups = groups.bits
    var flags = Packing()
    flags.pack(fact.isUpgraded)
    row.flags = flags.bits
    return row
  }

  private mutating func set(_ purchase: Purchase) {
    product = purchase.productID.rawValue
    productType = purchase.type.rawValue
    subscriptionGroup = purchase.subscriptionGroupID?.rawValue
    purchaseAt = purchase.purchaseDate
    originalPurchaseAt = purchase.originalPurchaseDate
    quantity = purchase.quantity
    ownership = purchase.ownership.rawValue
    reason = purchase.reason
    storefront = purchase.storefront
    storefrontID = purchase.storefrontID
    price = purchase.price
    currency = purchase.currency
    set(purchase.offer)
    webOrderLineItemID = purchase.webOrderLineItemID
    accountToken = purchase.appAccountToken
    appTransactionID = purchase.appTransactionID?.rawValue
    billingPlan = purchase.billingPlanType
    if let previous = purchase.previousOriginalTransactionID {
      extra = Extra(previousOriginalTransactionID: previous)
    }
  }

  private mutating func set(_ offer: Offer?) {
    offerType = offer?.type
    offerIdentifier = offer?.identifier
    offerDiscount = offer?.discountType
    offerPeriod = offer?.period
  }

  private static func row(_ event: LedgerEvent, _ fact: RenewalFact) -> EventRow {
    var row = EventRow(.renewalObserved, event, environment: fact.chain.environment)
    row.trust = fact.assertion.trust
    row.originalTransactionID = fact.chain.originalTransactionID.rawValue
    row.set(fact.plan)
    row.graceExpiresAt = fact.gracePeriodExpiresDate.value
    row.expirationIntent = fact.expirationIntent.value
    row.priceIncreaseStatus = fact.priceIncreaseStatus.value
    row.set(fact.nextOffer.value)
    var groups = Packing()
    groups.pack(fact.gracePeriodExpiresDate)
    groups.pack(fact.isInBillingRetry)
    groups.pack(fact.expirationIntent)
    groups.pack(fact.priceIncreaseStatus)
    groups.pack(fact.nextOffer)
    row.assertedGroups = groups.bits
    var flags = Packing()
    flags.pack(fact.plan.autoRenew)
    flags.pack(fact.isInBillingRetry.value)
    row.flags = flags.bits
    return row
  }

  private mutating func set(_ plan: RenewalPlan) {
    product = plan.productID.rawValue
    autoRenewProduct = plan.autoRenewProductID?.rawValue
    renewalAt = plan.renewalDate
    price = plan.renewalPrice
    currency = plan.currency
    accountToken = plan.appAccountToken
    appTransactionID = plan.appTransactionID?.rawValue
    billingPlan = plan.renewalBillingPlanType
    let offers = plan.eligibleWinBackOfferIDs
    if plan.recentSubscriptionStartDate != nil || !offers.isEmpty {
      extra = Extra(
        recentSubscriptionStartDate: plan.recentSubscriptionStartDate,
        eligibleWinBackOfferIDs: offers.isEmpty ? nil : offers)
    }
  }

  private static func row(_ event: LedgerEvent, _ notification: ReceivedNotification) -> EventRow {
    var row = EventRow(.notificationReceived, event, environment: notification.environment)
    row.trust = notification.trust
    row.app = notification.bundleID.rawValue
    row.originalTransactionID = notification.chain?.originalTransactionID.rawValue
    row.transactionID = notification.transactionID?.rawValue
    row.notification = notification.notificationUUID
    row.notificationType = notification.notificationType
    row.notificationSubtype = notification.subtype
    row.status = notification.status
    row.extra = notification.details.isEmpty ? nil : Extra(details: notification.details)
    return row
  }

  private static func row(
    _ kind: Kind, _ event: LedgerEvent, _ chain: ChainID, _ app: BundleID,
    _ account: AccountReference
  ) -> EventRow {
    var row = EventRow(kind, event, environment: chain.environment)
    row.app = app.rawValue
    row.originalTransactionID = chain.originalTransactionID.rawValue
    row.account = account.key
    return row
  }
}
