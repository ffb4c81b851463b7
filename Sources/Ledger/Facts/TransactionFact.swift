/// An assertion by Apple, at one moment, about one transaction.
package struct TransactionFact: Hashable, Sendable, Codable {
  package let chain: ChainID
  package let transactionID: TransactionID
  package let purchase: Purchase
  package let expiresDate: Asserted<Instant>
  /// True if an upgrade replaced this period; nil if the source is silent.
  package let isUpgraded: Bool?
  package let revocation: Asserted<Revocation>
  package let assertion: Assertion

  package init(
    chain: ChainID, transactionID: TransactionID, purchase: Purchase,
    expiresDate: Asserted<Instant>, isUpgraded: Bool?, revocation: Asserted<Revocation>,
    trust: Trust, assertedAt: Instant
  ) {
    self.chain = chain
    self.transactionID = transactionID
    self.purchase = purchase
    self.expiresDate = expiresDate
    self.isUpgraded = isUpgraded
    self.revocation = revocation
    var form = CanonicalForm(1)
    form.add(1, chain.environment.rawValue)
    form.add(2, chain.originalTransactionID)
    form.add(3, chain.bundleID)
    form.add(4, transactionID)
    form.add(5, Int64(trust.rawValue))
    form.add(purchase)
    form.add(40, group: expiresDate)
    form.add(41, expiresDate.value)
    form.add(42, isUpgraded)
    form.add(43, group: revocation)
    form.add(44, revocation.value?.date)
    form.add(45, revocation.value?.reason)
    form.add(46, revocation.value?.type)
    form.add(47, revocation.value?.percentage)
    form.add(50, purchase.download?.originalVersion)
    form.add(51, purchase.download?.originalPlatform)
    form.add(52, purchase.download?.preorderDate)
    assertion = Assertion(trust: trust, assertedAt: assertedAt, digest: form.digest)
  }

  /// Returns a fact with the same content, asserted at another moment.
  package func asserted(at moment: Instant) -> TransactionFact {
    TransactionFact(
      chain: chain, transactionID: transactionID, purchase: purchase,
      expiresDate: expiresDate, isUpgraded: isUpgraded, revocation: revocation,
      trust: assertion.trust, assertedAt: moment)
  }
}

/// A refund, or the end of family sharing.
package struct Revocation: Hashable, Sendable, Codable {
  package var date: Instant
  /// Apple's number: 0 other, 1 a problem in the app.
  package var reason: Int32?
  /// Apple's name: `REFUND_FULL`, `REFUND_PRORATED` or `FAMILY_REVOKE`; absent in facts from before
  /// December 2025.
  package var type: String?
  /// The refunded share in milliunits of a percent: 67.932 % is 67932.
  package var percentage: Int32?

  package init(date: Instant, reason: Int32? = nil, type: String? = nil, percentage: Int32? = nil) {
    self.date = date
    self.reason = reason
    self.type = type
    self.percentage = percentage
  }
}

extension CanonicalForm {
  fileprivate mutating func add(_ purchase: Purchase) {
    add(10, purchase.productID)
    add(11, purchase.type)
    add(12, purchase.subscriptionGroupID)
    add(13, purchase.purchaseDate)
    add(14, purchase.originalPurchaseDate)
    add(15, purchase.fields.toldQuantity)
    add(16, purchase.fields.toldOwnership)
    add(17, purchase.reason)
    add(18, purchase.storefront)
    add(19, purchase.storefrontID)
    add(20, purchase.price)
    add(21, purchase.currency)
    add(22, purchase.offer?.type)
    add(23, purchase.offer?.identifier)
    add(24, purchase.offer?.discountType)
    add(25, purchase.offer?.period)
    add(26, purchase.webOrderLineItemID)
    add(27, purchase.appAccountToken)
    add(28, purchase.appTransactionID)
    add(29, purchase.previousOriginalTransactionID)
    add(30, purchase.billingPlanType)
    add(31, purchase.commitment?.period)
    add(32, purchase.commitment?.periods)
    add(33, purchase.commitment?.expiresDate)
    add(34, purchase.commitment?.price)
    add(35, purchase.bundle?.productID)
    add(36, purchase.bundle?.transactionID)
    add(37, purchase.bundle?.originalTransactionID)
    add(38, purchase.bundle?.subscriptionGroupID)
  }
}
