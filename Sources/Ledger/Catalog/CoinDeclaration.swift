/// A coin as a catalog declares it: the wallet that keeps it, and its rules.
package struct CoinDeclaration: Hashable, Sendable, Codable {
  package let wallet: CoinWallet
  /// The most coins that the game may give at once; nil if it may give none.
  package let creditMax: Int64?
  /// The coins that are spent first; nil for the default.
  package let spendFirst: SpendOrder?

  package init(
    _ wallet: CoinWallet, creditMax: Int64? = nil, spendFirst: SpendOrder? = nil
  ) {
    self.wallet = wallet
    self.creditMax = creditMax
    self.spendFirst = spendFirst
  }

  package var rules: CoinRules {
    CoinRules(creditMax: creditMax, spendFirst: spendFirst ?? .earned)
  }
}

/// The rules of a coin by the catalog in force.
package struct CoinRules: Hashable, Sendable {
  /// The most coins that the game may give at once; nil if it may give none.
  package let creditMax: Int64?
  package let spendFirst: SpendOrder

  package init(creditMax: Int64? = nil, spendFirst: SpendOrder = .earned) {
    self.creditMax = creditMax
    self.spendFirst = spendFirst
  }
}

extension Catalogs {
  /// Returns the rules of a coin at a moment: by the catalog in force or, if that omits the coin, by the last
  /// one before it that declares it.
  package func rules(of coin: Coin, at moment: Instant) -> CoinRules {
    declaration(of: coin, at: moment)?.rules ?? CoinRules()
  }
}
