/// What becomes of a claim on a chain that is another account's: an app's own choice.
package enum LinkPolicy: Hashable, Sendable {
  /// The first owner keeps the chain.
  case firstWins
  /// The chain changes hands, but not within the cool-down after it last did.
  case transfer(coolDown: Duration)
  /// The chain belongs to both.
  case share
}
