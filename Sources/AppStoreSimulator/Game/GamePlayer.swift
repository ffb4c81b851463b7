/// A player of the game, with the token that the game attaches to the player's purchases.
package struct GamePlayer: Sendable {
  /// The account in the game, and so in its ledger.
  package let account: String
  /// A UUID in lower case; nil if the game attaches no token.
  package let token: String?

  package init(account: String, token: String? = nil) {
    self.account = account
    self.token = token?.lowercased()
  }
}
