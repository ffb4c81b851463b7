package import Ledger

/// A catalog in a file: Xcode's `.storekit` file, or our own format. The coins are in the same file
/// or in a second one.
package struct CatalogFile {
  package let catalog: Catalog
  /// The products in the order of the file; the catalog sorts them.
  private let products: [ListedProduct]
  /// The files that may declare coins, the first of which counts.
  private let coinFiles: [JSONFile]
  private let file: JSONFile

  /// - Parameter coins: a file that names the coins of the products in `path`.
  package static func read(_ path: String, coins: String? = nil) throws -> CatalogFile {
    try CatalogFile(of: try JSONFile.read(path), coins: try coins.map(JSONFile.read))
  }

  /// Reads the catalog. Throws all problems at once, each with its line, or the reason why a file
  /// is not JSON.
  init(of file: JSONFile, coins: JSONFile? = nil) throws {
    var problems = FileProblems()
    var products =
      StoreKitFile.isOne(file)
      ? StoreKitFile.products(of: file, &problems) : CatalogJSON.products(of: file, &problems)
    var declared = StoreKitFile.isOne(file) ? [:] : CatalogJSON.coins(of: file, &problems)
    if let coins {
      CoinsFile.add(coins, to: &products, of: file, &problems)
      declared.merge(CatalogJSON.coins(of: coins, &problems)) { $1 }
    }
    self.file = file
    self.products = products
    coinFiles = [coins, file].compactMap(\.self)
    let catalog: Catalog?
    do {
      catalog = try Catalog(products.map(\.product), declaring: declared)
    } catch {
      catalog = nil
      for problem in error.problems {
        let part =
          problem.part(of: products) ?? problem.part(ofCoinsIn: coinFiles) ?? file.whole["products"]
        problems.note(part, problem.fault.remedy, of: problem.productID)
      }
    }
    guard let catalog, problems.noted.isEmpty else { throw MalformedFiles(problems) }
    self.catalog = catalog
  }

  /// Returns the problems of the catalog at their places in the file, where its products are not sorted.
  func located(_ rejection: CatalogRejection) -> MalformedFiles {
    let sorted = products.sorted { $0.productID < $1.productID }
    var problems = FileProblems()
    for problem in rejection.problems {
      let part =
        problem.part(of: sorted) ?? problem.part(ofCoinsIn: coinFiles) ?? file.whole["products"]
      problems.note(part, problem.fault.remedy, of: problem.productID)
    }
    return MalformedFiles(problems)
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
  fileprivate func part(ofCoinsIn files: [JSONFile]) -> JSONPart? {
    guard let match = field.wholeMatch(of: /coins\.(.+)\.(\w+)/) else { return nil }
    let coins = files.map { $0.whole["coins"][String(match.1)] }
    return coins.first { !$0.isMissing }?[String(match.2)]
  }
}
