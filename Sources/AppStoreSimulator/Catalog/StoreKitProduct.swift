/// A product of any kind in a `.storekit` file.
struct StoreKitProduct: Decodable {
  private let productID: String?
  private let type: String?
  private let displayPrice: String?
  private let familyShareable: Bool?
  private let groupNumber: Int?
  private let subscriptionGroupID: String?
  private let recurringSubscriptionPeriod: String?
  /// The introductory offer in formats up to 4.
  private let introductoryOffer: StoreKitOffer?
  /// The introductory offers in format 5 and later.
  private let introductoryOffers: [StoreKitOffer]?
  private let adHocOffers: [StoreKitOffer]?
  private let codeOffers: [StoreKitOffer]?
  private let winbackOffers: [StoreKitOffer]?

  func oneTime() throws(CatalogError) -> Product {
    switch type {
    case "Consumable": try product(.consumable)
    case "NonConsumable": try product(.nonConsumable)
    default:
      throw CatalogError(
        product: productID, field: "type", remedy: "must be Consumable or NonConsumable")
    }
  }

  func nonRenewing() throws(CatalogError) -> Product {
    try product(.nonRenewing)
  }

  /// Returns a subscription in `group`, unless the subscription itself names another group.
  func subscription(group: String?) throws(CatalogError) -> Product {
    let fields = try fields()
    return try product(
      .autoRenewable,
      plan: Product.Plan(
        group: fields.text(subscriptionGroupID ?? group, "subscriptionGroupID"),
        level: fields.positive(groupNumber, "groupNumber"),
        period: fields.period(recurringSubscriptionPeriod, "recurringSubscriptionPeriod"),
        offers: offers(fields)))
  }

  private func product(
    _ kind: Product.Kind, plan: Product.Plan? = nil
  ) throws(CatalogError) -> Product {
    let fields = try fields()
    return Product(
      id: fields.product, kind: kind,
      priceMilliunits: try fields.price(displayPrice, "displayPrice"),
      isFamilyShareable: familyShareable ?? false, plan: plan)
  }

  private func offers(_ fields: StoreKitFields) throws(CatalogError) -> [StoreOffer] {
    let introductory = introductoryOffers ?? introductoryOffer.map { [$0] }
    var offers: [StoreOffer] = []
    for (kind, shapes, place) in [
      (StoreOffer.Kind.introductory, introductory, "introductoryOffer"),
      (.promotional, adHocOffers, "adHocOffers"),
      (.offerCode, codeOffers, "codeOffers"),
      (.winBack, winbackOffers, "winbackOffers"),
    ] {
      for shape in shapes ?? [] {
        offers.append(try shape.offer(kind, fields.within(place)))
      }
    }
    return offers
  }

  private func fields() throws(CatalogError) -> StoreKitFields {
    guard let productID, !productID.isEmpty else {
      throw CatalogError(field: "productID", remedy: "must be given for every product")
    }
    return StoreKitFields(product: productID)
  }
}
