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
    \.originalTransactionID, \.transactionID, \.appTransactionID, \.webOrderLineItemID, \.account,
  ]

  /// Every word the row uses.
  var usedWords: [String] {
    [environment] + Self.words.compactMap { self[keyPath: $0] }
  }
}
