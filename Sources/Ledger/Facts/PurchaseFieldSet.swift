/// The fields of a purchase that a source may leave out. What belongs together is one field: see
/// <doc:Join>.
///
/// Product and purchase date are told by every source and have no bit here.
package struct PurchaseFieldSet: OptionSet, Hashable, Sendable {
  package static let type = PurchaseFieldSet(rawValue: 1 << 0)
  package static let group = PurchaseFieldSet(rawValue: 1 << 1)
  package static let originalDate = PurchaseFieldSet(rawValue: 1 << 2)
  package static let quantity = PurchaseFieldSet(rawValue: 1 << 3)
  package static let ownership = PurchaseFieldSet(rawValue: 1 << 4)
  package static let reason = PurchaseFieldSet(rawValue: 1 << 5)
  /// The country of the App Store and its id.
  package static let storefront = PurchaseFieldSet(rawValue: 1 << 6)
  /// The price and its currency.
  package static let price = PurchaseFieldSet(rawValue: 1 << 7)
  /// Kind, identifier, discount and length of an offer.
  package static let offer = PurchaseFieldSet(rawValue: 1 << 8)
  package static let item = PurchaseFieldSet(rawValue: 1 << 9)
  package static let token = PurchaseFieldSet(rawValue: 1 << 10)
  package static let customer = PurchaseFieldSet(rawValue: 1 << 11)
  package static let previousChain = PurchaseFieldSet(rawValue: 1 << 12)
  package static let billingPlan = PurchaseFieldSet(rawValue: 1 << 13)
  package static let commitment = PurchaseFieldSet(rawValue: 1 << 14)
  package static let bundle = PurchaseFieldSet(rawValue: 1 << 15)
  package static let download = PurchaseFieldSet(rawValue: 1 << 16)

  package static let all: [PurchaseFieldSet] = (0...16).map { PurchaseFieldSet(rawValue: 1 << $0) }

  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The fields in the set, one by one.
  package var members: [PurchaseFieldSet] { Self.all.filter(contains) }
}

extension Purchase.Fields {
  /// True if price and currency are told, which are one field.
  package var isPriceTold: Bool { price != nil && currency != nil }

  /// The line item; nil if it is `"0"`, as in Xcode, or empty, which tells none.
  package var toldLineItem: String? {
    webOrderLineItemID.flatMap { $0.isEmpty || $0 == "0" ? nil : $0 }
  }

  /// The fields of which the source tells anything.
  package var told: PurchaseFieldSet {
    var told: PurchaseFieldSet = []
    if type != .untold { told.insert(.type) }
    if subscriptionGroupID != nil { told.insert(.group) }
    if originalPurchaseDate != nil { told.insert(.originalDate) }
    if toldQuantity != nil { told.insert(.quantity) }
    if toldOwnership != nil { told.insert(.ownership) }
    if reason != nil { told.insert(.reason) }
    if storefront != nil { told.insert(.storefront) }
    if isPriceTold { told.insert(.price) }
    if offer != nil { told.insert(.offer) }
    if toldLineItem != nil { told.insert(.item) }
    if appAccountToken != nil { told.insert(.token) }
    if appTransactionID != nil { told.insert(.customer) }
    if previousOriginalTransactionID != nil { told.insert(.previousChain) }
    if billingPlanType != nil { told.insert(.billingPlan) }
    if commitment != nil { told.insert(.commitment) }
    if bundle != nil { told.insert(.bundle) }
    if download != nil { told.insert(.download) }
    return told
  }

  /// The fields of which the source tells every part. Such a telling comes before one of a part, however
  /// old it is; without it the part is all that is known.
  package var toldWhole: PurchaseFieldSet {
    var whole = told
    if storefrontID == nil { whole.remove(.storefront) }
    if offer?.isWhole != true { whole.remove(.offer) }
    return whole
  }

  /// Takes fields from another telling of the same purchase.
  mutating func take(_ fields: PurchaseFieldSet, from other: Purchase.Fields) {
    for field in fields.members {
      switch field {
      case .type: type = other.type
      case .group: subscriptionGroupID = other.subscriptionGroupID
      case .originalDate: originalPurchaseDate = other.originalPurchaseDate
      case .quantity: toldQuantity = other.toldQuantity
      case .ownership: toldOwnership = other.toldOwnership
      case .reason: reason = other.reason
      case .storefront: (storefront, storefrontID) = (other.storefront, other.storefrontID)
      case .price: (price, currency) = (other.price, other.currency)
      case .offer: offer = other.offer
      case .item: webOrderLineItemID = other.webOrderLineItemID
      case .token: appAccountToken = other.appAccountToken
      case .customer: appTransactionID = other.appTransactionID
      case .previousChain: previousOriginalTransactionID = other.previousOriginalTransactionID
      case .billingPlan: billingPlanType = other.billingPlanType
      case .commitment: commitment = other.commitment
      case .bundle: bundle = other.bundle
      case .download: download = other.download
      default: preconditionFailure("the field \(field.rawValue) is never taken")
      }
    }
  }
}

extension Offer {
  /// True if no part is missing.
  fileprivate var isWhole: Bool {
    guard type != nil, discountType != nil, period != nil else { return false }
    return isIntroductory || identifier != nil
  }
}
