import Foundation
import Ledger

extension TransactionFact: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    var groups = Packing(row.assertedGroups)
    var flags = Packing(row.flags)
    let revocation = row[.revokedAt].map {
      Revocation(
        date: $0, reason: row[.revocationReason], type: row[.revocationType],
        percentage: row[.revocationPercentage])
    }
    self.init(
      chain: try row.chain(),
      transactionID: TransactionID(try row.required(row[.transactionID], "transaction_id")),
      purchase: Purchase(try Purchase.Fields(row)), expiresDate: try groups.group(row[.expiresAt]),
      isUpgraded: flags.flag(), revocation: try groups.group(revocation),
      trust: row.trust, assertedAt: row.assertedAt)
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(chain)
    row.trust = assertion.trust
    row[.transactionID] = transactionID.rawValue
    try purchase.write(to: &row)
    row[.expiresAt] = expiresDate.value
    row[.revokedAt] = revocation.value?.date
    row[.revocationReason] = revocation.value?.reason
    row[.revocationType] = revocation.value?.type
    row[.revocationPercentage] = revocation.value?.percentage
    var groups = Packing()
    groups.pack(expiresDate)
    groups.pack(revocation)
    row.assertedGroups = groups.bits
    var flags = Packing()
    flags.pack(isUpgraded)
    row.flags = flags.bits
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(assertion, moment: purchase.purchaseDate)
  }
}

extension Purchase.Fields {
  fileprivate init(_ row: EventRow) throws(StoredEventError) {
    self.init(
      productID: ProductID(try row.required(row[.product], "product")),
      type: ProductType(try row.required(row[.productType], "product_type")),
      subscriptionGroupID: row[.subscriptionGroup].map(SubscriptionGroupID.init(rawValue:)),
      purchaseDate: try row.required(row[.purchaseAt], "purchase_at"),
      originalPurchaseDate: row[.originalPurchaseAt],
      quantity: row[.quantity],
      ownership: row[.ownership].map(Ownership.init(rawValue:)))
    reason = row[.reason]
    storefront = row[.storefront]
    storefrontID = row[.storefrontID]
    price = row.price
    currency = row[.currency]
    offer = row.offer
    webOrderLineItemID = row[.webOrderLineItemID]
    appAccountToken = row.accountToken
    appTransactionID = row[.appTransactionID].map(AppTransactionID.init(rawValue:))
    billingPlanType = row[.billingPlan]
    let extra = try row.extra(Extra.self)
    previousOriginalTransactionID = extra?.previousOriginalTransactionID
    commitment = extra?.commitment
    bundle = extra?.bundle
    download = extra?.download
  }
}

extension Purchase {
  fileprivate func write(to row: inout EventRow) throws(StoredEventError) {
    row[.product] = self.productID.rawValue
    row[.productType] = self.type.rawValue
    row[.subscriptionGroup] = self.subscriptionGroupID?.rawValue
    row[.purchaseAt] = self.purchaseDate
    row[.originalPurchaseAt] = self.originalPurchaseDate
    row[.quantity] = self.fields.toldQuantity
    row[.ownership] = self.fields.toldOwnership?.rawValue
    row[.reason] = self.reason
    row[.storefront] = self.storefront
    row[.storefrontID] = self.storefrontID
    row.price = self.price
    row[.currency] = self.currency
    row.set(self.offer)
    row[.webOrderLineItemID] = self.webOrderLineItemID
    row.accountToken = self.appAccountToken
    row[.appTransactionID] = self.appTransactionID?.rawValue
    row[.billingPlan] = self.billingPlanType
    let extra = Fields.Extra(
      previousOriginalTransactionID: self.previousOriginalTransactionID,
      commitment: self.commitment, bundle: self.bundle, download: self.download)
    if !extra.isEmpty { try row.setExtra(extra) }
  }
}

extension Purchase.Fields {
  fileprivate struct Extra: Codable {
    let previousOriginalTransactionID: OriginalTransactionID?
    let commitment: Commitment?
    let bundle: SubscriptionBundle?
    let download: AppDownload?

    var isEmpty: Bool {
      previousOriginalTransactionID == nil && commitment == nil && bundle == nil && download == nil
    }
  }
}
