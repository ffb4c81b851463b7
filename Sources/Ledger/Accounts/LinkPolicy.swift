/// The policy for claims on a chain that another account owns, chosen per app.
package enum LinkPolicy: Hashable, Sendable {
  /// The first owner keeps the chain.
  case firstWins
  /// The chain changes its owner, but not within the cool-down after the last change.
  case transfer(coolDown: Duration)
  /// The chain belongs to both accounts.
  case share
}
