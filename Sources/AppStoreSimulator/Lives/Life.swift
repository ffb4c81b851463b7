/// The life of one customer who acts at random.
struct Life: Sendable {
  let persona: Persona
  /// True if the game posts transactions to the ledger; false if only Apple reports them.
  let isPosting: Bool
  /// True if the game registers the present player's token at the next opening.
  var awaitsRegistration = false
  /// True if other players have used the device, or the account is a merged one.
  var hadOtherPlayers = false
  /// True if somebody else bought with the customer's token.
  var hasGifts = false
  /// The number of the customer's transactions that the game has posted.
  var posted = 0
  /// The purchases that wait for a guardian's approval.
  var waiting: [String] = []
}

/// The conduct of the games of customers who act at random.
package struct GameHabits: Sendable {
  /// True if games register tokens, post transactions, restore and merge. Otherwise only Apple
  /// reports purchases, and a customer's token is the account.
  package var isPosting: Bool
  /// True if persons ask for erasure, which needs an operator of the ledger.
  package var isErasing: Bool

  package init(isPosting: Bool = true, isErasing: Bool = false) {
    self.isPosting = isPosting
    self.isErasing = isErasing
  }
}

/// The random properties of a new customer.
///
/// Three in four customers have a token for their purchases; members of a family have none. The
/// game posts the purchases of customers without a token, and of one in three of the others. A
/// third of the tokens are accounts.
struct RandomProperties {
  let name: String
  /// The token of the customer's purchases; nil if there is none.
  let token: String?
  let isPosting: Bool
  let storefront: Storefront

  init(
    of persona: Persona, playing habits: GameHabits, isMember: Bool, from chance: inout Chance
  ) {
    let token = chance.uuid()
    let hasToken = !isMember && chance.happens(percent: 75)
    isPosting =
      habits.isPosting && (!hasToken || chance.happens(percent: 33) || persona.needsGame)
    storefront = chance.one(of: Storefront.all) ?? .usa
    let isToken = !habits.isPosting || chance.happens(percent: 33)
    name = hasToken && isToken ? token : "player-\(token.prefix(8))"
    self.token = hasToken ? token : nil
  }
}
