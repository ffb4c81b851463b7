package import Ledger

/// A catalog in a file: Xcode's `.storekit` file, or our own format. The coins are in the same file
/// or in a second one.
package enum CatalogFile {
  /// - Parameter coins: a file that names the coins of the products in `path`.
  package static func read(_ path: String, coins: String? = nil) throws -> Catalog {
    try catalog(of: try JSONFile.read(path), coins: try coins.map(JSONFile.read))
  }

  /// Returns the catalog. Throws all problems at once, each with its line, or the reason why a file
  /// is not JSON.
  static func catalog(of file: JSONFile, coins: JSONFile? = nil) throws -> Catalog {
    var problems = FileProblems()
    var products =
      StoreKitFile.isOne(file)
      ? StoreKitFile.products(of: file, &problems) : CatalogJSON.products(of: file, &problems)
    var declared = StoreKitFile.isOne(file) ? [:] : CatalogJSON.coins(of: file, &problems)
    if let coins {
      CoinsFile.add(coins, to: &products, of: file, &problems)
      declared.merge(CatalogJSON.coins(of: coins, &problems)) { $1 }
    }
    let catalog: Catalog?
    do {
      catalog = try Catalog(products.map(\.product), declaring: declared)
    } catch {
      catalog = nil
      for problem in error.problems {
        let part =
          problem.part(of: products) ?? problem.part(ofCoinsIn: [coins, file])
          ?? file.whole["products"]
        problems.note(part, problem.fault.remedy, of: problem.productID)
      }
    }
    guard let catalog, problems.noted.isEmpty else { throw MalformedFiles(problems) }
    return catalog
  }
}

extension CatalogProblem {
  /// Returns the part of the file that the problem is about; nil for the list as a whole.
  fileprivate func part(of products: [ListedProduct]) -> JSONPart? {
    guard let match = field.wholeMatch(of: /products\[(\d+)\]\.(.+)/), let index = Int(match.1),
      products.indices.contains(index)
    else { return nil }
    return products[index].part(of: String(match.2))
  }

  /// Returns the part of the first file that declares the coin of the problem; nil for a problem of no coin.
  fileprivate func part(ofCoinsIn files: [JSONFile?]) -> JSONPart? {
    guard let match = field.wholeMatch(of: /coins\.(.+)\.(\w+)/) else { return nil }
    let coins = files.compactMap { $0?.whole["coins"][String(match.1)] }
    return coins.first { !$0.isMissing }?[String(match.2)]
  }
}
