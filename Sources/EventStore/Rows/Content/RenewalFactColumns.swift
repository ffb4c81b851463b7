import Foundation
import Ledger

extension RenewalFact: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    var groups = Packing(row.assertedGroups)
    var flags = Packing(row.flags)
    let plan = try RenewalPlan(row, autoRenew: flags.flag())
    self.init(
      chain: try row.chain(), plan: plan,
      gracePeriodExpiresDate: try groups.group(row[.graceExpiresAt]),
      isInBillingRetry: try groups.group(flags.flag()),
      expirationIntent: try groups.group(row[.expirationIntent]),
      priceIncreaseStatus: try groups.group(row[.priceIncreaseStatus]),
      nextOffer: try groups.group(row.offer),
      status: row[.status].map(RenewalStatus.init(rawValue:)), trust: row.trust,
      assertedAt: row.assertedAt)
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(chain)
    row.trust = assertion.trust
    try plan.write(to: &row)
    row[.graceExpiresAt] = gracePeriodExpiresDate.value
    row[.expirationIntent] = expirationIntent.value
    row[.priceIncreaseStatus] = priceIncreaseStatus.value
    row.set(nextOffer.value)
    row[.status] = status?.rawValue
    var groups = Packing()
    groups.pack(gracePeriodExpiresDate)
    groups.pack(isInBillingRetry)
    groups.pack(expirationIntent)
    groups.pack(priceIncreaseStatus)
    groups.pack(nextOffer)
    row.assertedGroups = groups.bits
    var flags = Packing()
    flags.pack(plan.autoRenew)
    flags.pack(isInBillingRetry.value)
    row.flags = flags.bits
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(assertion, moment: plan.renewalDate ?? Instant(milliseconds: 0))
  }
}

extension RenewalPlan {
  fileprivate init(_ row: EventRow, autoRenew: Bool?) throws(StoredEventError) {
    self.init(
      productID: ProductID(try row.required(row[.product], "product")),
      autoRenewProductID: row[.autoRenewProduct].map(ProductID.init(rawValue:)),
      autoRenew: autoRenew, renewalDate: row[.renewalAt])
    renewalPrice = row.price
    currency = row[.currency]
    appAccountToken = row.accountToken
    appTransactionID = row[.appTransactionID].map(AppTransactionID.init(rawValue:))
    renewalBillingPlanType = row[.billingPlan]
    let extra = try row.extra(Extra.self)
    recentSubscriptionStartDate = row[.recentStartAt]
    eligibleWinBackOfferIDs = extra?.eligibleWinBackOfferIDs ?? []
    commitment = extra?.commitment
  }

  fileprivate func write(to row: inout EventRow) throws(StoredEventError) {
    row[.product] = productID.rawValue
    row[.autoRenewProduct] = autoRenewProductID?.rawValue
    row[.renewalAt] = renewalDate
    row.price = renewalPrice
    row[.currency] = currency
    row.accountToken = appAccountToken
    row[.appTransactionID] = appTransactionID?.rawValue
    row[.billingPlan] = renewalBillingPlanType
    row[.recentStartAt] = recentSubscriptionStartDate
    let offers = eligibleWinBackOfferIDs
    if !offers.isEmpty || commitment != nil {
      try row.setExtra(
        Extra(
          eligibleWinBackOfferIDs: offers.isEmpty ? nil : offers, commitment: commitment))
    }
  }

  fileprivate struct Extra: Codable {
    var eligibleWinBackOfferIDs: [String]?
    var commitment: CommitmentRenewal?
  }
}
