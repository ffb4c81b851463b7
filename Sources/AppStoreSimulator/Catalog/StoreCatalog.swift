package import Foundation

/// The products on sale, in the order of the file that defines them.
package struct StoreCatalog: Sendable {
  package var products: [Product]
  /// The coins that the game grants for the products. A `.storekit` file does not define coins.
  package var coinage = Coinage()

  package init(_ products: [Product]) {
    self.products = products
  }

  package subscript(id: String) -> Product? {
    products.first { $0.id == id }
  }
}

extension StoreCatalog {
  /// Returns the products and the coins that they grant at a moment, as the file that the ledger's
  /// `catalog publish` reads.
  /// - Parameters:
  ///   - moment: milliseconds since 1970.
  ///   - wallet: the wallet that keeps all coins: `daicho` for the ledger's, `game` for the game's.
  package func catalogFile(at moment: Int64, wallet: String = "daicho") throws -> Data {
    let file = StoreCatalogFile(
      products: products.map { product in
        StoreCatalogFile.Product(product, coinage.grants(of: product.id, at: moment))
      }, wallet: wallet)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(file)
  }
}

private struct StoreCatalogFile: Encodable {
  let coins: [String: Declaration]
  let products: [Product]

  init(products: [Product], wallet: String) {
    self.products = products
    coins = Dictionary(
      products.flatMap(\.grants).map { ($0.coin, Declaration(wallet: wallet)) },
      uniquingKeysWith: { first, _ in first })
  }

  struct Declaration: Encodable {
    let wallet: String
  }

  struct Product: Encodable {
    let productId: String
    let type: String
    let subscriptionGroupId: String?
    let level: Int?
    let period: String?
    /// The grants; empty if the product grants no coins, so that its purchases wait for no
    /// definition.
    let grants: [Grant]

    init(_ product: AppStoreSimulator.Product, _ grants: [Coinage.Grant]) {
      productId = product.id
      type = product.kind.rawValue
      subscriptionGroupId = product.plan?.group
      level = product.plan?.level
      period = product.plan?.period.iso8601 ?? product.lastingDays.map { "P\($0)D" }
      self.grants = grants.map(Grant.init)
    }
  }

  struct Grant: Encodable {
    let coin: String
    let amount: Int64
    /// True, or nil so that the field is left out.
    let duringTrial: Bool?

    init(_ grant: Coinage.Grant) {
      coin = grant.coin
      amount = grant.amount
      duringTrial = grant.duringTrial ? true : nil
    }
  }
}

extension StoreCatalog {
  /// The length of a season in the game.
  private static let seasonDays = 90

  /// The default catalog: a game with gems, three levels of membership and news.
  package static let game: StoreCatalog = {
    do {
      var game = try StoreCatalog(storeKitFile: Data(PackageResources.Game_storekit))
      game.coinage = .game
      for index in game.products.indices where game.products[index].kind == .nonRenewing {
        game.products[index].lastingDays = seasonDays
      }
      return game
    } catch {
      preconditionFailure("the embedded Game.storekit is a catalog: \(error)")
    }
  }()
}
