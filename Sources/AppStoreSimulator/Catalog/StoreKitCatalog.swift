package import Foundation

extension StoreCatalog {
  /// Reads the StoreKit configuration that Xcode saves as `.storekit`, in format 3 or later.
  ///
  /// One-time products come first, then non-renewing subscriptions, then the groups. Ignores fields
  /// that the simulation does not use. Throws if the file has no product.
  package init(storeKitFile json: Data) throws(CatalogError) {
    let products = try StoreKitCatalog(json).products()
    var seen: Set<String> = []
    for product in products where !seen.insert(product.id).inserted {
      throw CatalogError(product: product.id, remedy: "must be in the file only once")
    }
    guard !products.isEmpty else {
      throw CatalogError(remedy: "must have at least one product")
    }
    self.init(products)
  }
}

/// A catalog in the format of Xcode. Every field may be absent; the code that uses a field checks
/// it.
struct StoreKitCatalog: Decodable {
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

  init(_ json: Data) throws(CatalogError) {
    do {
      self = try JSONDecoder().decode(StoreKitCatalog.self, from: json)
    } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
      throw CatalogError(
        field: context.codingPath.place, remedy: "must be as Xcode saves it, not of another type")
    } catch {
      throw CatalogError(remedy: "must be a .storekit file as Xcode saves it")
    }
  }

  func products() throws(CatalogError) -> [Product] {
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
