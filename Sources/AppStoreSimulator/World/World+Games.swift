/// Games.
extension World {
  /// Posts the device's copy of a transaction from the game to its server.
  package mutating func post(_ transaction: Int, to account: String) {
    games.post(transaction, to: account, in: store)
  }

  package mutating func register(_ customer: Int) { games.register(customer, in: store) }

  package mutating func play(as player: GamePlayer, on customer: Int) {
    games.play(as: player, on: customer, in: &store)
  }

  package mutating func restorePurchases(
    of customer: Int, underNewIDs: Bool = false
  ) throws(StoreRejection) {
    try games.restorePurchases(of: customer, underNewIDs: underNewIDs, in: &store)
  }

  /// Opens the game on a further device of the customer's.
  package mutating func changeDevice(of customer: Int) throws(StoreRejection) {
    try games.changeDevice(of: customer, in: &store)
  }

  package mutating func merge(_ customer: Int, into player: GamePlayer) {
    games.merge(customer, into: player, in: &store)
  }

  package mutating func erase(_ customer: Int, followedBy player: GamePlayer) {
    games.erase(customer, followedBy: player, in: &store)
  }

  /// Lets every copy of a transaction tell its token until the ledger has heard it.
  package mutating func keepUnheardTokens() { store.keepsUnheardTokens = true }

  /// Notes that the ledger has accepted copies of transactions that tell their tokens.
  package mutating func noteHearing(of transactions: [String]) {
    for index in transactions.compactMap({ try? store.transaction($0) }) {
      store.noteHearing(of: index)
    }
  }
}
