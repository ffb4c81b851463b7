import Foundation
import Ledger

/// The columns of one type, in the order in which the statements name them.
extension EventRow {
  static let words: [any WritableKeyPath<EventRow, String?> & Sendable] = [
    \.app, \.product, \.productType, \.subscriptionGroup, \.ownership, \.reason, \.storefront,
    \.storefrontID, \.currency, \.billingPlan, \.offerIdentifier, \.offerDiscount, \.offerPeriod,
    \.revocationType, \.autoRenewProduct, \.notificationType, \.notificationSubtype,
  ]

  static let numbers: [any WritableKeyPath<EventRow, Int32?> & Sendable] = [
    \.quantity, \.offerType, \.revocationReason, \.revocationPercentage, \.expirationIntent,
    \.priceIncreaseStatus, \.status,
  ]

  static let moments: [any WritableKeyPath<EventRow, Instant?> & Sendable] = [
    \.purchaseAt, \.originalPurchaseAt, \.expiresAt, \.revokedAt, \.renewalAt, \.graceExpiresAt,
  ]

  static let texts: [any WritableKeyPath<EventRow, String?> & Sendable] = [
    \.originalTransactionID, \.transactionID, \.appTransactionID, \.webOrderLineItemID,
  ]

  // The same values, read all at once, because each key path copies the whole row.

  var stringValues: [String?] {
    [
      app, product, productType, subscriptionGroup, ownership, reason, storefront, storefrontID,
      currency, billingPlan, offerIdentifier, offerDiscount, offerPeriod, revocationType,
      autoRenewProduct, notificationType, notificationSubtype,
    ]
  }

  var numberValues: [Int32?] {
    [
      quantity, offerType, revocationReason, revocationPercentage, expirationIntent,
      priceIncreaseStatus, status,
    ]
  }

  var momentValues: [Instant?] {
    [purchaseAt, originalPurchaseAt, expiresAt, revokedAt, renewalAt, graceExpiresAt]
  }

  var textValues: [String?] {
    [originalTransactionID, transactionID, appTransactionID, webOrderLineItemID]
  }
}
