extension ControlAPI {
  /// The products on sale, as JSON. Prices are in milliunits of the catalog's currency, that of the
  /// USA.
  struct StoreCatalogBody: Encodable, Sendable {
    let products: [ProductBody]

    init(_ catalog: StoreCatalog) {
      products = catalog.products.map(ProductBody.init)
    }
  }

  struct ProductBody: Encodable, Sendable {
    let productId: String
    /// The kind of product, as Apple's `type`.
    let type: String
    let price: Int64
    let currency = Storefront.usa.currency
    let isFamilyShareable: Bool
    let subscriptionGroupId: String?
    /// The level of service; 1 is the highest.
    let level: Int?
    let period: String?
    let offers: [OfferBody]?

    init(_ product: Product) {
      productId = product.id
      type = product.kind.rawValue
      price = product.priceMilliunits
      isFamilyShareable = product.isFamilyShareable
      subscriptionGroupId = product.plan?.group
      level = product.plan?.level
      period = product.plan?.period.iso8601
      offers = product.plan?.offers.map(OfferBody.init)
    }
  }

  struct OfferBody: Encodable, Sendable {
    let kind: String
    /// The offer's identifier; absent for an introductory offer.
    let id: String?
    /// The payment mode, as Apple's `offerDiscountType`.
    let mode: String
    let period: String
    let periods: Int
    let price: Int64
    let currency = Storefront.usa.currency

    init(_ offer: StoreOffer) {
      kind = offer.kind.name
      id = offer.id
      mode = offer.mode.rawValue
      period = offer.period.iso8601
      periods = offer.periods
      price = offer.priceMilliunits
    }
  }
}

extension StoreOffer.Kind {
  fileprivate var name: String {
    switch self {
    case .introductory: "introductory"
    case .promotional: "promotional"
    case .offerCode: "offerCode"
    case .winBack: "winBack"
    }
  }
}
