/// The policy for a restore of a chain that another account owns, chosen per app.
package enum LinkPolicy: Hashable, Sendable {
  /// The owner keeps the chain.
  case firstWins
  /// The chain changes its owner, but not within the cool-down after the last restore that moved it.
  case transfer(coolDown: Duration)
  /// The chain belongs to both accounts.
  case share

  /// The policy of an app that chose none.
  package static let standard = LinkPolicy.transfer(coolDown: .seconds(86_400))
}

/// The policy for a token that a post carries and that names no known account, chosen per app.
package enum TokenPolicy: String, Hashable, Sendable, CaseIterable {
  /// The token names the account of that very name, once a write named it.
  case account
  /// The token becomes an alias of the account that posts it.
  case alias
}
