/// The contents of transactions, in Apple's fields.
extension World {
  /// Returns the transaction of a term, without a price for a family member.
  func content(of term: Term, on index: Int) -> SignableTransaction {
    let subscription = subscriptions[index]
    let product = term.charge.product
    var content = bareContent(
      of: product, for: subscription.customer, at: term.chargedAt,
      original: subscription.origin < transactions.count ? subscription.origin : nil)
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
      content.price = customers[subscription.customer].storefront.price(
        term.charge.priceMilliunits)
    }
    commit(&content, to: subscription)
    return content
  }

  /// Returns the identifier of a period: a number without a leading zero, since app receipts hold
  /// the identifier as an integer.
  private func lineItem(of transaction: String) -> String {
    "1\(String(transaction.reversed()))"
  }

  private func commit(_ content: inout SignableTransaction, to subscription: Subscription) {
    if let purchaser = subscription.sharedFrom, subscriptions[purchaser].commitment != nil {
      content.billingPlanType = BillingPlan.monthly.rawValue
    }
    guard let commitment = subscription.commitment else { return }
    content.billingPlanType = BillingPlan.monthly.rawValue
    content.commitmentInfo = SignableTransaction.CommitmentInfo(
      billingPeriodNumber: Int32(commitment.payment),
      totalBillingPeriods: Int32(Subscription.Commitment.payments),
      commitmentExpiresDate: commitment.expires,
      commitmentPrice: customers[subscription.customer].storefront.price(
        commitment.priceMilliunits))
  }

  /// Returns the transaction of a one-time purchase.
  func content(
    of product: Product, quantity: Int, for customer: Int, isShared: Bool
  ) -> SignableTransaction {
    var content = bareContent(of: product, for: customer, at: now, original: nil)
    content.quantity = Int32(quantity)
    if isShared {
      content.share()
    } else {
      content.price =
        customers[customer].storefront.price(product.priceMilliunits) * Int64(quantity)
    }
    return content
  }

  private func bareContent(
    of product: Product, for index: Int, at moment: Int64, original: Int?
  ) -> SignableTransaction {
    let customer = customers[index]
    let first = original.map { transactions[$0].content }
    var content = SignableTransaction(
      transactionId: nextTransactionID, originalTransactionId: first?.transactionId,
      bundleId: app.bundleID, productId: product.id, type: product.kind.rawValue,
      purchaseDate: moment, originalPurchaseDate: first?.originalPurchaseDate,
      environment: app.environment.rawValue)
    content.appAccountToken = customer.appAccountToken
    content.appTransactionId = customer.appTransactionID
    content.storefront = customer.storefront.country
    content.storefrontId = customer.storefront.id
    content.currency = customer.storefront.currency
    return content
  }
}

extension SignableTransaction {
  /// Turns the content into a family share, without a price and without the purchaser's token.
  fileprivate mutating func share() {
    inAppOwnershipType = StoreTransaction.familyShared
    appAccountToken = nil
    (price, currency) = (nil, nil)
  }

  /// The amount charged; nil for a family share.
  var money: Money? {
    guard let price, let currency else { return nil }
    return Money(price, currency)
  }
}
