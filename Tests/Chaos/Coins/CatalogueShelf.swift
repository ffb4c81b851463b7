import Foundation

/// Where catalogues are published from.
struct CatalogueShelf: Sendable {
  let process: LedgerProcess
  /// From when they hold.
  let from: Date

  /// Publishes what these products grant; tries again while there is no database.
  func publish(_ products: [CoinProduct]) async throws {
    let file = process.home.appending(path: "catalog-\(products.count).json")
    try CoinProduct.catalogue(of: products).write(to: file)
    try await process.insist(
      on: "catalog", "publish", file.path, "--from", from.formatted(.iso8601))
  }
}
