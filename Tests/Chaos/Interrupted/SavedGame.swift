/// What a device has on its disk: it survives whatever becomes of the device.
struct SavedGame: Sendable {
  /// What was bought and is not done with, by the transaction's id.
  var outbox: [String: CoinSale] = [:]
  /// The grants whose coins the player was given, by the grant's id.
  private(set) var book: [String: ListedGrant] = [:]
  /// The receipts of what the ledger has answered for, by the transaction's id.
  var receipts: [String: String] = [:]
  /// What was answered to acknowledgements, by the grant's id.
  private var acknowledged: [String: String] = [:]

  /// A grant is booked once, however often it is listed.
  mutating func book(_ grant: ListedGrant) throws(BrokenTrial) {
    let first = book[grant.id, default: grant]
    guard first.amount == grant.amount, first.name == grant.name else {
      throw BrokenTrial("grant \(grant.id) was \(first), then \(grant)")
    }
    book[grant.id] = first
  }

  /// Books what is pending of a player until all of a purchase is booked.
  mutating func book(
    _ sale: CoinSale, of player: String, from server: GameServer
  ) async throws {
    try await Patience.wait(for: "the coins of \(sale.transactionID)") {
      for grant in try await server.pendingGrants(of: player) { try book(grant) }
      return holds(sale.coins, of: sale.transactionID)
    }
  }

  /// Whether every coin of a purchase is booked, or is among grants that can be.
  func holds(
    _ coins: Set<String>, of transactionID: String, with grants: [ListedGrant] = []
  ) -> Bool {
    let known = grants + book.values
    return coins.isSubset(of: known.filter { $0.transactionId == transactionID }.map(\.coin))
  }

  /// Grants that are booked, and whose acknowledgement nobody has answered for.
  var unacknowledged: [String] { book.keys.filter { acknowledged[$0] == nil } }

  /// An acknowledgement is answered with the same bytes for ever.
  mutating func acknowledge(_ grant: String, answered body: String) throws(BrokenTrial) {
    let first = acknowledged[grant, default: body]
    guard first == body else {
      throw BrokenTrial("acknowledging \(grant) was answered \(first), then \(body)")
    }
    acknowledged[grant] = first
  }
}
