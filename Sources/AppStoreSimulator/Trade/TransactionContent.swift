/// The contents of new transactions, in Apple's fields.
enum TransactionContent {
  /// Returns the transaction of a term, without a price for a family member.
  static func term(
    _ term: Term, of subscription: Subscription, in store: StoreState
  ) -> SignableTransaction {
    let product = term.charge.product
    let transactions = store.transactions
    var content = bare(
      of: product, for: store.customers[subscription.customer], at: term.chargedAt,
      original: subscription.origin < transactions.count
        ? transactions[subscription.origin].content : nil, in: store)
    content.subscriptionGroupIdentifier = subscription.group
    if term.reason == .renewal, subscription.latest < transactions.count {
      content.appAccountToken = transactions[subscription.latest].content.appAccountToken
    }
    content.expiresDate = term.until
    content.webOrderLineItemId = lineItem(of: content.transactionId)
    content.transactionReason = term.reason.rawValue
    if let offer = term.charge.offer {
      content.offerType = offer.kind.rawValue
      content.offerIdentifier = offer.id
      content.offerDiscountType = offer.mode.rawValue
      content.offerPeriod = offer.wholePeriod.iso8601
    }
    if subscription.isShared {
      content.share()
    } else {
      content.price = store.customers[subscription.customer].storefront.price(
        term.charge.priceMilliunits)
    }
    addCommitment(of: subscription, to: &content, in: store)
    return content
  }

  /// Returns the transaction of a one-time purchase.
  /// - Parameter former: the index of a refunded purchase with a chain that goes on; nil for a new chain.
  static func oneTime(
    _ product: Product, quantity: Int, for index: Int, isShared: Bool, again former: Int?,
    in store: StoreState
  ) -> SignableTransaction {
    let customer = store.customers[index]
    var content = bare(
      of: product, for: customer, at: store.now, original: former.map(store.origin), in: store)
    content.quantity = Int32(quantity)
    if isShared {
      content.share()
    } else {
      content.price = customer.storefront.price(product.priceMilliunits) * Int64(quantity)
    }
    return content
  }

  /// Returns a copy of a non-consumable under the next id, bought now by its purchase date. Where and
  /// at which price it was bought is told as a device of the present storefront would tell it.
  static func copy(of purchase: Int, in store: StoreState) -> SignableTransaction {
    let bought = store.transactions[purchase]
    let storefront = store.customers[bought.customer].storefront
    var content = bought.content
    content.transactionId = store.nextTransactionID
    (content.purchaseDate, content.signedDate) = (store.now, store.now)
    (content.storefront, content.storefrontId) = (storefront.country, storefront.id)
    if let product = store.catalog[content.productId] {
      content.price = storefront.price(product.priceMilliunits)
      content.currency = storefront.currency
    }
    return content
  }

  /// Returns the identifier of a period: a number without a leading zero, since app receipts hold
  /// the identifier as an integer.
  private static func lineItem(of transaction: String) -> String {
    "1\(String(transaction.reversed()))"
  }

  private static func addCommitment(
    of subscription: Subscription, to content: inout SignableTransaction, in store: StoreState
  ) {
    if let purchaser = subscription.sharedFrom, store.subscriptions[purchaser].commitment != nil {
      content.billingPlanType = BillingPlan.monthly.rawValue
    }
    guard let commitment = subscription.commitment else { return }
    content.billingPlanType = BillingPlan.monthly.rawValue
    content.commitmentInfo = SignableTransaction.CommitmentInfo(
      billingPeriodNumber: Int32(commitment.payment),
      totalBillingPeriods: Int32(Subscription.Commitment.payments),
      commitmentExpiresDate: commitment.expires,
      commitmentPrice: store.customers[subscription.customer].storefront.price(
        commitment.priceMilliunits))
  }

  private static func bare(
    of product: Product, for customer: StoreCustomer, at moment: Int64,
    original: SignableTransaction?, in store: StoreState
  ) -> SignableTransaction {
    var content = SignableTransaction(
      transactionId: store.nextTransactionID,
      originalTransactionId: original?.originalTransactionId,
      bundleId: store.app.bundleID, productId: product.id, type: product.kind.rawValue,
      purchaseDate: moment, originalPurchaseDate: original?.originalPurchaseDate,
      environment: store.app.environment.rawValue)
    content.appAccountToken = customer.appAccountToken
    content.appTransactionId = customer.appTransactionID
    content.storefront = customer.storefront.country
    content.storefrontId = customer.storefront.id
    content.currency = customer.storefront.currency
    return content
  }
}
