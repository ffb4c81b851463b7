import AppStoreSimulator

/// A player whose game keeps its own book, which no restore takes back.
struct RestoredPlayer: Sendable {
  /// The game's work on pending grants.
  struct Collected: Sendable {
    /// The grants that the book had already.
    var again = 0
    /// The grants that the game booked.
    var new = 0
  }

  private struct Sold {
    let purchase: RestorePlan.Purchase
    let transactionID: String
  }

  let plan: RestorePlan.Player
  private(set) var saved = SavedGame()
  private var sold: [Sold] = []

  /// The number of purchases so far.
  var purchases: Int { sold.count }

  init(_ plan: RestorePlan.Player) {
    self.plan = plan
  }

  /// Registers the player's token, as a game does before the first purchase.
  func signUp(_ server: GameServer) async throws {
    if let token = plan.token { try await server.register(token, for: plan.name) }
  }

  /// Makes purchases, and takes each one as far as planned.
  mutating func play(
    _ purchases: [RestorePlan.Purchase], at shop: CoinShop, _ server: GameServer
  ) async throws {
    for purchase in purchases {
      let (sale, _) = try await shop.sell(
        purchase.product, quantity: purchase.quantity, to: plan.name)
      sold.append(Sold(purchase: purchase, transactionID: sale.transactionID))
      saved.outbox[sale.transactionID] = sale
      try await workOff(sale, until: purchase.progress, server)
    }
  }

  /// Refunds the purchases whose refund is due.
  func giveBack(isLate: Bool, at shop: CoinShop) async throws {
    for sold in sold {
      guard let refund = sold.purchase.refund, refund.isLate == isLate else { continue }
      try await shop.refund(sold.transactionID, refund)
    }
  }

  /// Repeats the links of the player's purchases, and posts those that are not done with.
  func comeBack(to shop: CoinShop, _ server: GameServer) async throws {
    try await signUp(server)
    if plan.token == nil {
      for sold in sold where sold.purchase.progress != .bought {
        try await server.link(sold.transactionID, to: plan.name)
      }
    }
    let unfinished = try await shop.unfinished(of: plan.name)
    for sale in Array(saved.outbox.values) + unfinished {
      _ = try await server.post(sale, for: plan.name)
    }
  }

  /// Books the pending grants that are new, and acknowledges all of them.
  mutating func collect(_ server: GameServer) async throws -> Collected {
    var collected = Collected()
    for grant in try await server.pendingGrants(of: plan.name) {
      if saved.book[grant.id] == nil { collected.new += 1 } else { collected.again += 1 }
      try saved.book(grant)
      _ = try await server.acknowledge(grant.id)
    }
    return collected
  }

  private mutating func workOff(
    _ sale: CoinSale, until progress: RestorePlan.Progress, _ server: GameServer
  ) async throws {
    guard progress != .bought else { return }
    _ = try await server.post(sale, for: plan.name)
    guard progress != .posted else { return }
    try await saved.book(sale, of: plan.name, from: server)
    guard progress != .booked else { return }
    for grant in saved.unacknowledged {
      try saved.acknowledge(grant, answered: try await server.acknowledge(grant))
    }
    saved.outbox[sale.transactionID] = nil
  }
}
