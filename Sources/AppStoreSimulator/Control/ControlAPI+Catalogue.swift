import Hummingbird

extension ControlAPI {
  /// Ten million of the catalogue's currency, in milliunits.
  private static let priceMax: Int64 = 10_000_000_000

  func addCatalogue(to router: some RouterMethods) {
    router.control("/control/catalogue", [.get: catalogue, .put: replaceCatalogue])
    router.control("/control/catalogue/{productId}", [.delete: withdraw])
    router.control("/control/prices", [.post: changePrice])
  }

  private func catalogue(_ request: ControlRequest) async throws -> CatalogueBody {
    CatalogueBody(await simulation.withWorld { $0.catalogue })
  }

  private func replaceCatalogue(_ request: ControlRequest) async throws -> CatalogueBody {
    let catalogue = try Catalogue(storeKitFile: request.body)
    await simulation.withWorld { $0.catalogue = catalogue }
    return CatalogueBody(catalogue)
  }

  private func withdraw(_ request: ControlRequest) async throws -> CatalogueBody {
    let product = try request.part("productId")
    return try await simulation.withWorld { world in
      try world.withdraw(product)
      return CatalogueBody(world.catalogue)
    }
  }

  private func changePrice(_ request: ControlRequest) async throws -> CatalogueBody {
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
      return CatalogueBody(world.catalogue)
    }
  }
}
