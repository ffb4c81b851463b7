import Hummingbird

/// The routes of the products and their prices.
struct CatalogRoutes: Sendable {
  let simulation: Simulation

  /// The highest price in milliunits: ten million units of the catalog's currency.
  private static let priceMax: Int64 = 10_000_000_000

  func add(to router: some RouterMethods) {
    router.control("/control/catalogue", [.get: catalog, .put: replaceCatalog])
    router.control("/control/catalogue/{productId}", [.delete: withdraw])
    router.control("/control/prices", [.post: changePrice])
  }

  private func catalog(_ request: ControlRequest) async throws -> StoreCatalogBody {
    StoreCatalogBody(await simulation.withWorld { $0.catalog })
  }

  private func replaceCatalog(_ request: ControlRequest) async throws -> StoreCatalogBody {
    let catalog = try StoreCatalog(storeKitFile: request.body)
    await simulation.withWorld { $0.catalog = catalog }
    return StoreCatalogBody(catalog)
  }

  private func withdraw(_ request: ControlRequest) async throws -> StoreCatalogBody {
    let product = try request.part("productId")
    return try await simulation.withWorld { world in
      try world.withdraw(product)
      return StoreCatalogBody(world.catalog)
    }
  }

  private func changePrice(_ request: ControlRequest) async throws -> StoreCatalogBody {
    struct Body: Decodable, Sendable {
      let productId: String
      let price: WholeNumber<Int64>
      let consentRequired: Bool?
    }
    let body = try request.read(Body.self)
    let price = try Field.number(body.price, in: 0...Self.priceMax, "price")
    return try await simulation.withWorld { world in
      try world.changePrice(
        of: body.productId, to: price, consentRequired: body.consentRequired ?? false)
      return StoreCatalogBody(world.catalog)
    }
  }
}

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
  let offers: [ControlOfferBody]?

  init(_ product: Product) {
    productId = product.id
    type = product.kind.rawValue
    price = product.priceMilliunits
    isFamilyShareable = product.isFamilyShareable
    subscriptionGroupId = product.plan?.group
    level = product.plan?.level
    period = product.plan?.period.iso8601
    offers = product.plan?.offers.map(ControlOfferBody.init)
  }
}

struct ControlOfferBody: Encodable, Sendable {
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
