/// The actions of customers whose devices are used by more than one player of the game, and of
/// givers.
extension World {
  mutating func changePlayers(
    _ action: CustomerAction, of customer: Int
  ) throws(StoreRejection) {
    guard let population, let life = population.lives[customer], life.isPosting else {
      throw .noGame
    }
    switch action {
    case .changePlayer: play(as: newPlayer(on: customer), on: customer)
    case .restore:
      let areNew = self.population?.chance.happens(percent: 50) == true
      return try restorePurchases(of: customer, underNewIDs: areNew)
    case .mergeGuest:
      guard !life.hadOtherPlayers else { throw .otherPlayers }
      merge(customer, into: newPlayer(on: customer))
    default:
      guard population.habits.isErasing else { throw .noGame }
      guard !life.hadOtherPlayers, !life.hasGifts else { throw .otherPlayers }
      erase(customer, followedBy: newPlayer(on: customer))
    }
    self.population?.lives[customer]?.hadOtherPlayers = true
  }

  /// Returns a new player, with a token if the game attaches one to this customer's purchases.
  private mutating func newPlayer(on customer: Int) -> GamePlayer {
    let token = population?.chance.uuid() ?? uuid()
    let account = "player-\(token.prefix(8))"
    return GamePlayer(
      account: account, token: customers[customer].appAccountToken == nil ? nil : token)
  }

  /// Buys coins with the token of another customer, as a gift.
  mutating func buyForFriend(of customer: Int) throws(StoreRejection) {
    guard population?.habits.isPosting == true else { throw .noGame }
    let friends = customers.indices.filter { other in
      other != customer && customers[other].appAccountToken != nil
        && population?.lives[other].map { !$0.hadOtherPlayers && $0.persona != .forgotten } == true
    }
    guard let friend = draw(friends) else { throw .unknownCustomer("that is a friend") }
    let token = customers[friend].appAccountToken
    try buy(one { $0.kind == .consumable }, as: customer) { $0.appAccountToken = token }
    population?.lives[friend]?.hasGifts = true
  }
}
