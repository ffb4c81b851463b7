package import Foundation

extension Purchase {
  /// The fields of a purchase as one source tells them, which its copies share.
  package struct Fields: Hashable, Sendable, Codable {
    package var productID: ProductID
    package var type: ProductType
    package var subscriptionGroupID: SubscriptionGroupID?
    package var purchaseDate: Instant
    package var originalPurchaseDate: Instant?
    /// The quantity; nil if the source leaves it out, which means one.
    package var toldQuantity: Int32?
    /// The ownership; nil if the source leaves it out, which means a purchase.
    package var toldOwnership: Ownership?
    package var reason: String?
    package var storefront: String?
    package var storefrontID: String?
    /// The price in milliunits of `currency`, for the whole quantity, after the offer's discount.
    package var price: Int64?
    package var currency: String?
    package var offer: Offer?
    package var webOrderLineItemID: String?
    package var appAccountToken: UUID?
    package var appTransactionID: AppTransactionID?
    package var previousOriginalTransactionID: OriginalTransactionID?
    package var billingPlanType: String?
    /// The place of the period in a 12-month commitment that is billed by the month.
    package var commitment: Commitment?
    /// The bundle of subscriptions to which the purchase belongs.
    package var bundle: SubscriptionBundle?
    /// The version that was bought; nil for anything but the app itself.
    package var download: AppDownload?

    package init(
      productID: ProductID, type: ProductType, subscriptionGroupID: SubscriptionGroupID? = nil,
      purchaseDate: Instant, originalPurchaseDate: Instant? = nil,
      quantity: Int32? = 1, ownership: Ownership? = .purchased
    ) {
      self.productID = productID
      self.type = type
      self.subscriptionGroupID = subscriptionGroupID
      self.purchaseDate = purchaseDate
      self.originalPurchaseDate = originalPurchaseDate
      toldQuantity = quantity
      toldOwnership = ownership
    }
  }
}
