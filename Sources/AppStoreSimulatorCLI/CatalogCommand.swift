import AppStoreSimulator
import ArgumentParser
import Foundation

struct CatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Print what the game sells and which coins it gives, for a ledger to publish.",
    discussion: """
      It is of the goods that a store sells without --catalogue. Publish it from the moment at which \
      the store's clock begins, and `check --coins` holds the ledger to every coin:

        daicho-appstore catalog > catalog.json
        daicho catalog publish catalog.json --from 2025-11-21
      """)

  func run() throws {
    let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
    print(String(decoding: try Catalogue.game.catalogFile(at: now), as: UTF8.self))
  }
}
