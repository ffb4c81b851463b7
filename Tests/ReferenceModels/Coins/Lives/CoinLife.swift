package import Ledger

/// Purchases of a game's customers made up from a seed, and the reports of them. Decisions about
/// the purchases are not part of it.
package struct CoinLife: Sendable {
  package let seed: UInt64
  package let number: Int
  /// Facts, catalogs and owners in the order in which they came.
  package let news: [CoinNews]
  package let ways: Set<CoinLifeEvent>
  let chains: [ChainID]
  /// The accounts of the apps in which something was bought.
  let accounts: [AccountReference]

  static let bundleID: BundleID = "com.example.game"
  static let otherBundleID: BundleID = "com.example.other"
  static let firstMoment: Int64 = 1_767_225_600_000

  /// Creates the life of this number among those of a seed.
  package init(seed: UInt64, number: Int) {
    var script = CoinScript(seed: seed, number: number)
    script.write()
    self.seed = seed
    self.number = number
    chains = script.chains.map(\.chain)
    accounts = script.apps.flatMap(Self.accounts)
    var telling = CoinNarration(random: script.random, ways: script.ways)
    telling.tell(script)
    news = telling.news
    ways = telling.ways
  }

  static func accounts(of app: BundleID) -> [AccountReference] {
    ["player", "other"].map { AccountReference(.production, app, AccountID($0)) }
  }

  static func app(of account: AccountReference) -> BundleID {
    accounts(of: bundleID).contains(account) ? bundleID : otherBundleID
  }
}

/// An event that arrives at a moment.
package struct CoinNews: Hashable, Sendable {
  package let at: Instant
  package let event: LedgerEvent
}
