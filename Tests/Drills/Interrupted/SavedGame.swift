/// The state of a device on its disk, which survives the end of the device.
struct SavedGame: Sendable {
  /// The purchases that are not done with, by the transaction's id.
  var outbox: [String: CoinSale] = [:]
  /// The grants whose coins the player was given, by the grant's id.
  private(set) var book: [String: ListedGrant] = [:]
  /// The ledger's receipts, by the transaction's id.
  var receipts: [String: String] = [:]
  /// The answers to acknowledgements, by the grant's id.
  private var acknowledged: [String: String] = [:]

  /// Books a grant once, however often it is listed.
  mutating func book(_ grant: ListedGrant) throws(BrokenDrill) {
    let first = book[grant.id, default: grant]
    guard first.amount == grant.amount, first.name == grant.name else {
      throw BrokenDrill("grant \(grant.id) was \(first), then \(grant)")
    }
    book[grant.id] = first
  }

  /// Books the pending grants of a player until all of a purchase is booked.
  mutating func book(
    _ sale: CoinSale, of player: String, from server: GameServer
  ) async throws {
    try await Patience.wait(for: "the coins of \(sale.transactionID)") {
      for grant in try await server.pendingGrants(of: player) { try book(grant) }
      return holds(sale.coins, of: sale.transactionID)
    }
  }

  /// Returns true if every coin of a purchase is booked, or is among grants that can be booked.
  func holds(
    _ coins: Set<String>, of transactionID: String, with grants: [ListedGrant] = []
  ) -> Bool {
    let known = grants + book.values
    return coins.isSubset(of: known.filter { $0.transactionId == transactionID }.map(\.coin))
  }

  /// The grants that are booked, and whose acknowledgement was not answered yet.
  var unacknowledged: [String] { book.keys.filter { acknowledged[$0] == nil } }

  /// Records the answer to an acknowledgement, which must have the same bytes for ever.
  mutating func acknowledge(_ grant: String, answered body: String) throws(BrokenDrill) {
    let first = acknowledged[grant, default: body]
    guard first == body else {
      throw BrokenDrill("acknowledging \(grant) was answered \(first), then \(body)")
    }
    acknowledged[grant] = first
  }
}
