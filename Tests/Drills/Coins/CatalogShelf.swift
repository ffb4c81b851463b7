import Foundation

/// A publisher of catalogs.
struct CatalogShelf: Sendable {
  let process: LedgerProcess
  /// The date from which the catalogs hold.
  let from: Date

  /// Publishes the grants of these products, and tries again while there is no database.
  func publish(_ products: [CoinProduct]) async throws {
    let file = process.home.appending(path: "catalog-\(products.count).json")
    try CoinProduct.catalog(of: products).write(to: file)
    try await process.insist(
      on: "catalog", "publish", file.path, "--from", from.formatted(.iso8601))
  }
}
