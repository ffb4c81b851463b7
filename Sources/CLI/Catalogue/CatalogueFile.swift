package import Ledger

/// A catalogue in a file: Xcode's `.storekit` as it is, or our own, with coins beside it or within.
package enum CatalogueFile {
  /// - Parameter coins: a file that names the coins of products which `path` lists.
  package static func read(_ path: String, coins: String? = nil) throws -> Catalogue {
    try catalogue(of: try JSONFile.read(path), coins: try coins.map(JSONFile.read))
  }

  /// Throws everything that is wrong, each with its line, or why a file is no JSON.
  static func catalogue(of file: JSONFile, coins: JSONFile? = nil) throws -> Catalogue {
    var troubles = FileTroubles()
    var products =
      StoreKitFile.isOne(file)
      ? StoreKitFile.products(of: file, &troubles) : CatalogFile.products(of: file, &troubles)
    if let coins { CoinsFile.add(coins, to: &products, of: file, &troubles) }
    let catalogue: Catalogue?
    do {
      catalogue = try Catalogue(products.map(\.product))
    } catch {
      catalogue = nil
      for problem in error.problems {
        let part = problem.part(of: products) ?? file.whole["products"]
        troubles.note(part, problem.fault.remedy, of: problem.productID)
      }
    }
    guard let catalogue, troubles.noted.isEmpty else { throw MalformedFiles(troubles) }
    return catalogue
  }
}

extension CatalogueProblem {
  /// Nil for the list as a whole.
  fileprivate func part(of products: [ListedProduct]) -> JSONPart? {
    guard let match = field.wholeMatch(of: /products\[(\d+)\]\.(.+)/), let index = Int(match.1),
      products.indices.contains(index)
    else { return nil }
    return products[index].part(of: String(match.2))
  }
}
