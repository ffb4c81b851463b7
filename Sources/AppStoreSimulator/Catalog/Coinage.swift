/// The coins of its own that a game grants for purchases. Apple knows nothing of these coins.
package struct Coinage: Sendable {
  /// An amount of one coin for one unit of a product, or for each period of a subscription.
  package struct Grant: Hashable, Sendable {
    package let amount: Int64
    package let coin: String
    /// True if a subscription's free period grants the coins too.
    package let duringTrial: Bool
    /// The cut-over date before which another server delivered the coins; nil if the ledger grants
    /// them.
    package var deliveredBefore: Int64?

    package init(_ amount: Int64, _ coin: String, duringTrial: Bool = false) {
      self.amount = amount
      self.coin = coin
      self.duringTrial = duringTrial
    }
  }

  /// Grants by product. A product that is absent grants nothing.
  package typealias List = [String: [Grant]]

  private struct DatedList: Sendable {
    let from: Int64
    let list: List
  }

  /// The lists, ordered by the moment from which they apply.
  private var lists: [DatedList] = []
  /// The cut-over date: another server delivered the coins of earlier purchases. Nil without one.
  package var cutOver: Int64?

  /// Creates a coinage that grants nothing.
  package init() {}

  /// Applies a list from a moment until the start of a later list. Replaces a list that has the
  /// same start.
  /// - Parameter start: milliseconds since 1970.
  package mutating func begin(_ list: List, at start: Int64) {
    lists.removeAll { $0.from == start }
    lists.append(DatedList(from: start, list: list))
    lists.sort { $0.from < $1.from }
  }

  /// Returns the grants for one unit of a product bought at a moment; none before the first list.
  package func grants(of product: String, at moment: Int64) -> [Grant] {
    let grants = lists.last { $0.from <= moment }?.list[product] ?? []
    guard let cutOver, moment < cutOver else { return grants }
    return grants.map { grant in
      var elsewhere = grant
      elsewhere.deliveredBefore = cutOver
      return elsewhere
    }
  }
}

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
