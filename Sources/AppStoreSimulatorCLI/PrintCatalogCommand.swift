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

  /// The wallet of a coin, by the ledger's words.
  enum Wallet: String, ExpressibleByArgument, CaseIterable {
    case daicho, game
  }

  @Option(help: "The wallet that keeps the coins: the ledger's, or the game's own.")
  var wallet = Wallet.daicho

  func run() throws {
    let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
    let file = try StoreCatalog.game.catalogFile(at: now, wallet: wallet.rawValue)
    print(String(decoding: file, as: UTF8.self))
  }
}
