import Ledger

extension EventRow {
  /// Returns the row's event, equal to the event it was made from.
  func event() throws(StoredEventError) -> LedgerEvent {
    guard schemaVersion == 1 else { throw .unknownSchemaVersion(schemaVersion) }
    switch kind {
    case .transactionObserved: return .transactionObserved(try transactionFact())
    case .renewalObserved: return .renewalObserved(try renewalFact())
    case .notificationReceived: return .notificationReceived(try receivedNotification())
    case .chainOwned:
      return .chainOwned(
        ChainOwned(
          chain: try chain(), bundleID: try bundleID(), account: try owner(),
          decidedAt: assertedAt))
    case .chainClaimed:
      return .chainClaimed(
        ChainClaimed(
          chain: try chain(), bundleID: try bundleID(), account: try owner(),
          claimedAt: assertedAt))
    case .accountErased:
      return .accountErased(
        AccountErased(
          environment: try storeEnvironment(), bundleID: try bundleID(), account: try owner(),
          chains: extra?.erasedChains ?? [], erasedAt: assertedAt))
    case .programEntered:
      let program = try required(extra?.program, "extra")
      return .programEntered(
        ProgramEntered(
          program: program.name, bundleID: app.map(BundleID.init(rawValue:)),
          from: program.from, until: program.until, enteredAt: assertedAt))
    case .termsPublished:
      let terms = try required(extra?.terms, "extra")
      return .termsPublished(
        TermsPublished(
          environment: try storeEnvironment(), terms: terms.rows, settings: terms.settings,
          publishedAt: assertedAt))
    case .catalogPublished:
      return .catalogPublished(try required(extra?.catalog, "extra"))
    case .grantMade: return .grantMade(try required(extra?.grant, "extra"))
    case .coinsMoved: return .coinsMoved(try required(extra?.movement, "extra"))
    case .accountAliased: return .accountAliased(try required(extra?.aliased, "extra"))
    case .aliasClaimed: return .aliasClaimed(try required(extra?.aliasClaim, "extra"))
    case .ownershipChanged: return .ownershipChanged(try required(extra?.ownership, "extra"))
    case .grantAcknowledged:
      return .grantAcknowledged(try required(extra?.acknowledgement, "extra"))
    case .consentChanged: return .consentChanged(try required(extra?.consent, "extra"))
    case .cutOverDeclared: return .cutOverDeclared(try required(extra?.cutOver, "extra"))
    case .epochOpened: return .epochOpened(try required(extra?.epoch, "extra"))
    case .reasserted:
      throw .incomplete("a reassertion is read together with the event it reasserts")
    }
  }

  /// Returns the fact that this row reasserts: the content of an earlier row, asserted at this
  /// row's moment.
  func event(reasserting original: LedgerEvent) throws(StoredEventError) -> LedgerEvent {
    switch original {
    case .transactionObserved(let fact):
      .transactionObserved(fact.asserted(at: assertedAt))
    case .renewalObserved(let fact): .renewalObserved(fact.asserted(at: assertedAt))
    case .notificationReceived, .chainOwned, .chainClaimed, .accountErased, .programEntered,
      .termsPublished, .catalogPublished, .grantMade, .coinsMoved, .accountAliased, .aliasClaimed,
      .ownershipChanged, .grantAcknowledged, .consentChanged, .cutOverDeclared, .epochOpened:
      throw .incomplete("only facts are reasserted")
    }
  }

  private func transactionFact() throws(StoredEventError) -> TransactionFact {
    var groups = Packing(assertedGroups)
    var flags = Packing(flags)
    let revocation = revokedAt.map {
      Revocation(
        date: $0, reason: revocationReason, type: revocationType,
        percentage: revocationPercentage)
    }
    return TransactionFact(
      chain: try chain(), bundleID: try bundleID(),
      transactionID: TransactionID(try required(transactionID, "transaction_id")),
      purchase: try purchase(), expiresDate: try groups.group(expiresAt),
      isUpgraded: flags.flag(), revocation: try groups.group(revocation),
      trust: trust, assertedAt: assertedAt)
  }

  private func purchase() throws(StoredEventError) -> Purchase {
    var purchase = Purchase(
      productID: ProductID(try required(product, "product")),
      type: ProductType(try required(productType, "product_type")),
      subscriptionGroupID: subscriptionGroup.map(SubscriptionGroupID.init(rawValue:)),
      purchaseDate: try required(purchaseAt, "purchase_at"),
      originalPurchaseDate: originalPurchaseAt,
      quantity: try required(quantity, "quantity"),
      ownership: Ownership(try required(ownership, "ownership")))
    purchase.reason = reason
    purchase.storefront = storefront
    purchase.storefrontID = storefrontID
    purchase.price = price
    purchase.currency = currency
    purchase.offer = offer
    purchase.webOrderLineItemID = webOrderLineItemID
    purchase.appAccountToken = accountToken
    purchase.appTransactionID = appTransactionID.map(AppTransactionID.init(rawValue:))
    purchase.billingPlanType = billingPlan
    purchase.previousOriginalTransactionID = extra?.previousOriginalTransactionID
    return purchase
  }

  private func renewalFact() throws(StoredEventError) -> RenewalFact {
    var groups = Packing(assertedGroups)
    var flags = Packing(flags)
    var plan = RenewalPlan(
      productID: ProductID(try required(product, "product")),
      autoRenewProductID: autoRenewProduct.map(ProductID.init(rawValue:)),
      autoRenew: flags.flag(), renewalDate: renewalAt)
    plan.renewalPrice = price
    plan.currency = currency
    plan.appAccountToken = accountToken
    plan.appTransactionID = appTransactionID.map(AppTransactionID.init(rawValue:))
    plan.renewalBillingPlanType = billingPlan
    plan.recentSubscriptionStartDate = extra?.recentSubscriptionStartDate
    plan.eligibleWinBackOfferIDs = extra?.eligibleWinBackOfferIDs ?? []
    return RenewalFact(
      chain: try chain(), plan: plan,
      gracePeriodExpiresDate: try groups.group(graceExpiresAt),
      isInBillingRetry: try groups.group(flags.flag()),
      expirationIntent: try groups.group(expirationIntent),
      priceIncreaseStatus: try groups.group(priceIncreaseStatus),
      nextOffer: try groups.group(offer), trust: trust, assertedAt: assertedAt)
  }

  private func receivedNotification() throws(StoredEventError) -> ReceivedNotification {
    ReceivedNotification(
      notificationUUID: try required(notification, "notification"),
      notificationType: try required(notificationType, "notification_type"),
      subtype: notificationSubtype, bundleID: try bundleID(), environment: try storeEnvironment(),
      chain: originalTransactionID == nil ? nil : try chain(),
      transactionID: transactionID.map(TransactionID.init(rawValue:)), status: status,
      details: extra?.details ?? [:], trust: trust, signedDate: assertedAt)
  }

  private var offer: Offer? {
    offerType.map {
      Offer(
        type: $0, identifier: offerIdentifier, discountType: offerDiscount, period: offerPeriod)
    }
  }

  private func chain() throws(StoredEventError) -> ChainID {
    ChainID(
      try storeEnvironment(),
      OriginalTransactionID(try required(originalTransactionID, "original_transaction_id")))
  }

  private func storeEnvironment() throws(StoredEventError) -> StoreEnvironment {
    try required(StoreEnvironment(rawValue: environment), "environment")
  }

  private func bundleID() throws(StoredEventError) -> BundleID {
    BundleID(try required(app, "app"))
  }

  private func owner() throws(StoredEventError) -> AccountReference {
    AccountReference(key: try required(account, "account"))
  }

  private func required<Value>(
    _ value: Value?, _ column: String
  ) throws(StoredEventError) -> Value {
    guard let value else { throw .incomplete("column \(column) is empty") }
    return value
  }
}
