/// A request of a game to its ledger. The requests about one customer are sent one after the other.
package struct GameRequest: Sendable {
  package enum Action: Sendable {
    /// Registers the token of an account's purchases, from the game's own table.
    case register(token: String, account: String)
    /// Posts the device's copies of transactions.
    case post([SignableTransaction], account: String, isRestore: Bool)
    /// Merges a guest's account into the account of a player who signed in.
    case merge(from: String, into: String)
    /// Erases a person's account, as an operator of the ledger does.
    case erase(account: String)
  }

  /// The index of the customer on whose device the game runs.
  package let customer: Int
  /// The moment on the store's clock, in milliseconds since 1970.
  package let at: Int64
  /// The same moment on the ledger's clock, which runs ahead of a store that lives in the past.
  package let ledgerTime: Int64
  package let action: Action
}

extension GameRequest {
  /// The account that the request names in its path or body; of a merge, the target.
  package var account: String {
    switch action {
    case .register(_, let account), .post(_, let account, _), .erase(let account): account
    case .merge(_, let target): target
    }
  }

  /// The transactions posted; empty for other requests.
  package var transactions: [SignableTransaction] {
    if case .post(let transactions, _, _) = action { transactions } else { [] }
  }
}

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
