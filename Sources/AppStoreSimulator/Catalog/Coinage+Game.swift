extension Coinage {
  /// The coins that the products of ``StoreCatalog/game`` grant, from 1970 on.
  package static let game: Coinage = {
    var coinage = Coinage()
    coinage.begin(gameList, at: 0)
    return coinage
  }()

  /// Gems and tickets for packs and memberships. The trial of the yearly membership is the only
  /// free period that grants coins.
  package static let gameList: List = [
    "com.example.game.gems.100": [Grant(100, "gem")],
    "com.example.game.gems.500": [Grant(500, "gem"), Grant(1, "ticket")],
    "com.example.game.soundtrack": [Grant(30, "gem")],
    "com.example.game.season_pass": [Grant(10, "ticket")],
    "com.example.game.pro.yearly": [
      Grant(600, "gem"), Grant(12, "ticket", duringTrial: true),
    ],
    "com.example.game.pro.monthly": [Grant(50, "gem")],
    "com.example.game.pro.skins.monthly": [Grant(60, "gem")],
    "com.example.game.plus.monthly": [Grant(20, "gem")],
    "com.example.game.plus.quarterly": [Grant(65, "gem"), Grant(3, "ticket")],
  ]
}
