package import Foundation

extension Catalogue {
  /// Reads the StoreKit configuration that Xcode saves as `.storekit`, of format 3 and later.
  ///
  /// One-time products come first, then non-renewing subscriptions, then the groups. What the
  /// simulation has no use for is passed over. A file that sells nothing is refused.
  package init(storeKitFile json: Data) throws(CatalogueError) {
    let products = try StoreKitFile(json).products()
    var seen: Set<String> = []
    for product in products where !seen.insert(product.id).inserted {
      throw CatalogueError(product: product.id, remedy: "must be in the file only once")
    }
    guard !products.isEmpty else {
      throw CatalogueError(remedy: "must have at least one product")
    }
    self.init(products)
  }
}

/// Xcode's shape of a catalogue. Every field may be missing here; whoever needs it asks for it.
struct StoreKitFile: Decodable {
  private let oneTime: [StoreKitProduct]?
  private let nonRenewing: [StoreKitProduct]?
  private let groups: [Group]?

  private struct Group: Decodable {
    let id: String?
    let subscriptions: [StoreKitProduct]?
  }

  private enum CodingKeys: String, CodingKey {
    case oneTime = "products"
    case nonRenewing = "nonRenewingSubscriptions"
    case groups = "subscriptionGroups"
  }

  init(_ json: Data) throws(CatalogueError) {
    do {
      self = try JSONDecoder().decode(StoreKitFile.self, from: json)
    } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
      throw CatalogueError(
        field: context.codingPath.place, remedy: "must be as Xcode saves it, not of another type")
    } catch {
      throw CatalogueError(remedy: "must be a .storekit file as Xcode saves it")
    }
  }

  func products() throws(CatalogueError) -> [Product] {
    var products: [Product] = []
    for product in oneTime ?? [] { products.append(try product.oneTime()) }
    for product in nonRenewing ?? [] { products.append(try product.nonRenewing()) }
    for group in groups ?? [] {
      for product in group.subscriptions ?? [] {
        products.append(try product.subscription(group: group.id))
      }
    }
    return products
  }
}
