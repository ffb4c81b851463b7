import Foundation

extension Catalogue {
  /// What is on sale if nothing else is named: a game with gems, three levels of membership and news.
  package static let game: Catalogue = {
    do {
      var game = try Catalogue(storeKitFile: Data(PackageResources.Game_storekit))
      game.coinage = .game
      return game
    } catch {
      preconditionFailure("the embedded Game.storekit is a catalogue: \(error)")
    }
  }()
}
