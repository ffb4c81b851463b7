import Hummingbird

extension ControlAPI {
  /// The highest price in milliunits: ten million units of the catalog's currency.
  private static let priceMax: Int64 = 10_000_000_000

  func addCatalog(to router: some RouterMethods) {
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
