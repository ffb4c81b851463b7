import Foundation

extension StoreCatalog {
  /// The default catalog: a game with gems, three levels of membership and news.
  package static let game: StoreCatalog = {
    do {
      var game = try StoreCatalog(storeKitFile: Data(PackageResources.Game_storekit))
      game.coinage = .game
      return game
    } catch {
      preconditionFailure("the embedded Game.storekit is a catalog: \(error)")
    }
  }()
}
