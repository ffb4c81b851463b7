import Foundation

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
