import AppStore
import Ledger

/// One purchase as a source without a signed transaction tells it: an app receipt, a notification of
/// version 1, or an answer of verifyReceipt.
///
/// It never has an `appAccountToken`: an account is named by what Apple signed, or by a post.
struct UnsignedTransaction: Hashable, Sendable {
  let transactionID: TransactionID
  let originalTransactionID: OriginalTransactionID
  let productID: ProductID
  let type: ProductType
  var subscriptionGroupID: SubscriptionGroupID?
  let purchaseDate: Instant
  let originalPurchaseDate: Instant?
  let expiresDate: Instant?
  let quantity: Int32
  /// Nil if the source leaves it out.
  var ownership: Ownership?
  let offer: Offer?
  let webOrderLineItemID: String?
  var cancellationDate: Instant?
  var cancellationReason: Int32?
  /// True if the source says that an upgrade replaced this period; nil if it is silent.
  var isUpgraded: Bool?
}

extension UnsignedTransaction {
  /// Creates the transaction of a purchase in an app receipt, which names neither a family share nor
  /// a subscription group.
  init(_ purchase: ReceiptPurchase) {
    transactionID = TransactionID(purchase.transactionID)
    originalTransactionID = OriginalTransactionID(
      purchase.originalTransactionID ?? purchase.transactionID)
    productID = ProductID(purchase.productID)
    expiresDate = purchase.expiresDate.map(Instant.init(apple:))
    type = ProductType(receipt: purchase.kind, isExpiring: expiresDate != nil)
    purchaseDate = Instant(apple: purchase.purchaseDate)
    originalPurchaseDate = purchase.originalPurchaseDate.map(Instant.init(apple:))
    quantity = Int32(clamping: purchase.quantity)
    offer = Offer(
      isTrial: purchase.isTrial, isIntroductory: purchase.isIntroductory,
      promotional: purchase.promotionalOfferID, code: nil)
    webOrderLineItemID = purchase.webOrderLineItemID
    cancellationDate = purchase.cancellationDate.map(Instant.init(apple:))
  }

  /// Creates the transaction of an entry in the JSON of verifyReceipt or of version 1, which names no
  /// kind of product.
  init(_ entry: ReceiptEntry) {
    transactionID = TransactionID(entry.transactionID)
    originalTransactionID = OriginalTransactionID(
      entry.originalTransactionID ?? entry.transactionID)
    productID = ProductID(entry.productID)
    expiresDate = entry.expiresDate.map(Instant.init(apple:))
    type = ProductType(receipt: nil, isExpiring: expiresDate != nil)
    subscriptionGroupID = entry.subscriptionGroupIdentifier.map(SubscriptionGroupID.init(rawValue:))
    purchaseDate = Instant(apple: entry.purchaseDate)
    originalPurchaseDate = entry.originalPurchaseDate.map(Instant.init(apple:))
    quantity = entry.quantity
    ownership = entry.ownershipType.map(Ownership.init(rawValue:))
    offer = Offer(
      isTrial: entry.isTrial, isIntroductory: entry.isIntroductory,
      promotional: entry.promotionalOfferID, code: entry.offerCodeRefName)
    webOrderLineItemID = entry.webOrderLineItemID
    cancellationDate = entry.cancellationDate.map(Instant.init(apple:))
    cancellationReason = entry.cancellationReason
    isUpgraded = entry.isUpgraded
  }
}

extension ProductType {
  /// Reads the number of attribute 1707. Without it, only a product with an end is known: a
  /// non-renewing subscription has none at Apple.
  fileprivate init(receipt kind: Int64?, isExpiring: Bool) {
    self =
      switch kind {
      case 0: .nonConsumable
      case 1: .consumable
      case 2: .nonRenewing
      case 3: .autoRenewable
      default: isExpiring ? .autoRenewable : .untold
      }
  }
}

extension Offer {
  private static let introductory: Int32 = 1
  private static let promotional: Int32 = 2
  private static let code: Int32 = 3
  private static let freeTrial = "FREE_TRIAL"
  /// The word for an introductory period that costs money. Receipts do not tell Apple's two kinds of
  /// it apart, and no rule does.
  private static let paid = "PAY_AS_YOU_GO"

  /// Creates the offer of the flags and names in a receipt; nil if the receipt tells of none.
  fileprivate init?(
    isTrial: Bool?, isIntroductory: Bool?, promotional: String?, code: String?
  ) {
    let discountType: String? =
      if isTrial == true { Self.freeTrial } else if isIntroductory == true { Self.paid } else {
        nil
      }
    let type: Int32? =
      if promotional != nil {
        Self.promotional
      } else if code != nil {
        Self.code
      } else {
        discountType == nil ? nil : Self.introductory
      }
    self.init(
      apple: type, identifier: promotional ?? code, discountType: discountType, period: nil)
  }
}
