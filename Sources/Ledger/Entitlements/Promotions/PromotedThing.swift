/// The target of a promotional entitlement: a product of the catalog, or a name that products unlock.
package enum PromotedThing: Hashable, Sendable {
  /// A product, and its kind by the catalog at the grant.
  case product(ProductID, ProductType)
  case name(String)

  package var productID: ProductID? {
    if case .product(let product, _) = self { product } else { nil }
  }

  package var name: String? {
    if case .name(let name) = self { name } else { nil }
  }

  /// The kind of the product. A name counts as a non-renewing subscription.
  package var type: ProductType {
    if case .product(_, let type) = self { type } else { .nonRenewing }
  }

  /// Creates the target from stored parts. Returns nil unless exactly one of product and name is there.
  package init?(productID: ProductID?, name: String?, type: ProductType) {
    switch (productID, name) {
    case (let product?, nil): self = .product(product, type)
    case (nil, let name?): self = .name(name)
    default: return nil
    }
  }
}

extension PromotedThing: Codable {
  private enum Key: String, CodingKey {
    case productID, type, name
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let thing = PromotedThing(
      productID: try container.decodeIfPresent(ProductID.self, forKey: .productID),
      name: try container.decodeIfPresent(String.self, forKey: .name),
      type: try container.decodeIfPresent(ProductType.self, forKey: .type) ?? .nonRenewing)
    guard let thing else {
      throw DecodingError.dataCorruptedError(
        forKey: .productID, in: container, debugDescription: "one of productID and name is needed")
    }
    self = thing
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .product(let product, let type):
      try container.encode(product, forKey: .productID)
      try container.encode(type, forKey: .type)
    case .name(let name): try container.encode(name, forKey: .name)
    }
  }
}
