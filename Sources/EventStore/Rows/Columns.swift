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

  /// Every word the row uses.
  var usedWords: [WordDictionary.Word] {
    ([environment] + Self.words.compactMap { self[keyPath: $0] }).map(WordDictionary.Word.init)
  }
}
