import AppStoreSimulator
import ArgumentParser
import Foundation

struct PrintCatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Print the game's products and the coins they grant, for a ledger to publish.",
    discussion: """
      These are the products that a store sells without --catalogue. Publish the file from the \
      moment at which the store's clock begins, and `check --coins` compares every coin:

        daicho-appstore catalog > catalog.json
        daicho catalog publish catalog.json --from 2025-11-21
      """)

  func run() throws {
    let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
    print(String(decoding: try StoreCatalog.game.catalogFile(at: now), as: UTF8.self))
  }
}
