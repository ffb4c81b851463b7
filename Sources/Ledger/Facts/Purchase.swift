package import Foundation

/// The part of a transaction that does not change: product, owner, price and offer.
///
/// Apple's values whose lists may grow (`type`, `ownership`, `reason`) are kept as Apple wrote
/// them. Copies share the fields, because each rule copies the states of a chain's transactions.
package struct Purchase: Hashable, Sendable, Codable {
  private var boxed: Boxed<Fields>

  package init(_ fields: Fields) {
    boxed = Boxed(fields)
  }

  package init(
    productID: ProductID, type: ProductType, subscriptionGroupID: SubscriptionGroupID? = nil,
    purchaseDate: Instant, originalPurchaseDate: Instant? = nil, quantity: Int32? = 1,
    ownership: Ownership? = .purchased
  ) {
    self.init(
      Fields(
        productID: productID, type: type, subscriptionGroupID: subscriptionGroupID,
        purchaseDate: purchaseDate, originalPurchaseDate: originalPurchaseDate,
        quantity: quantity, ownership: ownership))
  }

  package var fields: Fields { boxed.value }

  package var productID: ProductID {
    get { boxed.value.productID }
    set { boxed.change { $0.productID = newValue } }
  }
  package var type: ProductType {
    get { boxed.value.type }
    set { boxed.change { $0.type = newValue } }
  }
  package var subscriptionGroupID: SubscriptionGroupID? {
    get { boxed.value.subscriptionGroupID }
    set { boxed.change { $0.subscriptionGroupID = newValue } }
  }
  package var purchaseDate: Instant {
    get { boxed.value.purchaseDate }
    set { boxed.change { $0.purchaseDate = newValue } }
  }
  package var originalPurchaseDate: Instant? {
    get { boxed.value.originalPurchaseDate }
    set { boxed.change { $0.originalPurchaseDate = newValue } }
  }
  package var quantity: Int32 {
    get { boxed.value.toldQuantity ?? 1 }
    set { boxed.change { $0.toldQuantity = newValue } }
  }
  package var ownership: Ownership {
    get { boxed.value.toldOwnership ?? .purchased }
    set { boxed.change { $0.toldOwnership = newValue } }
  }
  package var reason: String? {
    get { boxed.value.reason }
    set { boxed.change { $0.reason = newValue } }
  }
  package var storefront: String? {
    get { boxed.value.storefront }
    set { boxed.change { $0.storefront = newValue } }
  }
  package var storefrontID: String? {
    get { boxed.value.storefrontID }
    set { boxed.change { $0.storefrontID = newValue } }
  }
  /// The price in milliunits of `currency`, for the whole quantity, after the offer's discount.
  package var price: Int64? {
    get { boxed.value.price }
    set { boxed.change { $0.price = newValue } }
  }
  package var currency: String? {
    get { boxed.value.currency }
    set { boxed.change { $0.currency = newValue } }
  }
  package var offer: Offer? {
    get { boxed.value.offer }
    set { boxed.change { $0.offer = newValue } }
  }
  package var webOrderLineItemID: String? {
    get { boxed.value.webOrderLineItemID }
    set { boxed.change { $0.webOrderLineItemID = newValue } }
  }
  /// The line item; nil if it is `"0"`, as in Xcode, or empty, which tells none.
  var toldLineItem: String? { boxed.value.toldLineItem }
  package var appAccountToken: UUID? {
    get { boxed.value.appAccountToken }
    set { boxed.change { $0.appAccountToken = newValue } }
  }
  package var appTransactionID: AppTransactionID? {
    get { boxed.value.appTransactionID }
    set { boxed.change { $0.appTransactionID = newValue } }
  }
  package var previousOriginalTransactionID: OriginalTransactionID? {
    get { boxed.value.previousOriginalTransactionID }
    set { boxed.change { $0.previousOriginalTransactionID = newValue } }
  }
  package var billingPlanType: String? {
    get { boxed.value.billingPlanType }
    set { boxed.change { $0.billingPlanType = newValue } }
  }
  /// The place of the period in a 12-month commitment that is billed by the month.
  package var commitment: Commitment? {
    get { boxed.value.commitment }
    set { boxed.change { $0.commitment = newValue } }
  }
  /// The bundle of subscriptions to which the purchase belongs.
  package var bundle: SubscriptionBundle? {
    get { boxed.value.bundle }
    set { boxed.change { $0.bundle = newValue } }
  }
  /// The version that was bought; nil for anything but the app itself.
  package var download: AppDownload? {
    get { boxed.value.download }
    set { boxed.change { $0.download = newValue } }
  }

  package init(from decoder: any Decoder) throws {
    self.init(try Fields(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws { try boxed.value.encode(to: encoder) }

  /// Returns the purchase with several fields changed at once.
  func changed(_ change: (inout Fields) -> Void) -> Purchase {
    var purchase = self
    purchase.boxed.change(change)
    return purchase
  }
}
