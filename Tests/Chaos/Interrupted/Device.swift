import Foundation

/// A player's device and its game, to which things happen.
struct Device: Sendable {
  /// What all devices share.
  struct Surroundings: Sendable {
    let shop: CoinShop
    let server: GameServer
    let schedule: BlowSchedule
    /// Of the ledgers.
    let ports: [Int]
    /// Whether transactions are saved before they are posted, and finished after they are granted.
    let hasHabit: Bool
  }

  /// Servers may be killed again and again meanwhile.
  private static let patience = Duration.seconds(300)

  /// Ends what a device does at present.
  private struct Interrupted: Error {}

  let player: InterruptionPlan.Player
  let surroundings: Surroundings
  /// Survives everything.
  private(set) var saved = SavedGame()

  init(of player: InterruptionPlan.Player, in surroundings: Surroundings) {
    self.player = player
    self.surroundings = surroundings
  }

  /// Buys everything, and is interrupted each time; the player comes back before the next purchase, and
  /// after the last one stays away.
  mutating func play() async throws {
    for (number, purchase) in player.purchases.enumerated() {
      if number > 0 { try await comeBack(from: player.purchases[number - 1].interruption) }
      try await buy(purchase)
    }
  }

  /// Comes back from the last purchase.
  mutating func comeBackAtLast() async throws {
    guard let last = player.purchases.last else { return }
    try await comeBack(from: last.interruption)
  }

  /// Begins anew, with what is saved and what the store says is not finished.
  private mutating func comeBack(from interruption: Interruption) async throws {
    if interruption.comesBack == .login { try await surroundings.server.resume(player.name) }
    var sales = Array(saved.outbox.values)
    for sale in try await surroundings.shop.unfinished(of: player.name)
    where saved.outbox[sale.transactionID] == nil {
      sales.append(sale)
    }
    for sale in sales { try await workOff(sale, nil) }
    for grant in try await surroundings.server.pendingGrants(of: player.name) {
      try saved.book(grant)
    }
    try await acknowledgeAll()
  }

  private mutating func buy(_ purchase: InterruptionPlan.Purchase) async throws {
    let shop = surroundings.shop
    let (sale, notification) = try await shop.sell(
      purchase.product, quantity: purchase.quantity, to: player.name)
    // Without the habit Apple says nothing, so that the game alone can tell.
    let isTold = surroundings.hasHabit && purchase.interruption.kind != .appleDown
    async let told: Void = isTold ? shop.tell(notification, after: purchase.toldAfter) : ()
    if !surroundings.hasHabit { try await shop.finish(sale.transactionID) }
    do {
      try await workOff(sale, purchase.interruption)
      throw BrokenTrial("\(player.name) never came to \(purchase.interruption)")
    } catch is Interrupted {
      try await told
    }
  }
}

/// Step by step.
extension Device {
  private mutating func workOff(_ sale: CoinSale, _ interruption: Interruption?) async throws {
    let server = surroundings.server
    try await meet(interruption, at: .save)
    if surroundings.hasHabit { saved.outbox[sale.transactionID] = sale }
    try await meet(interruption, at: .post, losing: server.lostPost(sale, for: player.name))
    let receipt = try await server.post(sale, for: player.name)
    saved.receipts[sale.transactionID] = receipt.id
    guard receipt.transactions[0].finish else { return }
    try await meet(interruption, at: .list, losing: server.lostList(of: player.name))
    let grants = try await granted(sale)
    try await meet(interruption, at: .book)
    for grant in grants { try saved.book(grant) }
    try await meet(
      interruption, at: .acknowledge,
      losing: saved.unacknowledged.first.map(server.lostAcknowledgement))
    try await acknowledgeAll()
    try await finish(sale, interruption)
    try await meet(interruption, at: .remove)
    saved.outbox[sale.transactionID] = nil
  }

  /// What is pending, as soon as all of the purchase is among it, or was booked before.
  private func granted(_ sale: CoinSale) async throws -> [ListedGrant] {
    var pending: [ListedGrant] = []
    try await Patience.wait(
      for: "the coins of \(sale.transactionID), which may be finished", atMost: Self.patience
    ) {
      pending = try await surroundings.server.pendingGrants(of: player.name)
      return saved.holds(sale.coins, of: sale.transactionID, with: pending)
    }
    return pending
  }

  private mutating func acknowledgeAll() async throws {
    for grant in saved.unacknowledged {
      try saved.acknowledge(grant, answered: try await surroundings.server.acknowledge(grant))
    }
  }

  private func finish(_ sale: CoinSale, _ interruption: Interruption?) async throws {
    if let interruption, interruption.ends(.finish), interruption.extent == .whole {
      try await surroundings.shop.finish(sale.transactionID)
    }
    try await meet(interruption, at: .finish)
    try await surroundings.shop.finish(sale.transactionID)
  }

  /// Lets happen what is to happen at a step, amid the request that belongs to it.
  private func meet(
    _ interruption: Interruption?, at step: DeviceStep, losing request: LostRequest? = nil
  ) async throws {
    guard let interruption else { return }
    var blow: Int?
    if interruption.step == step, let victim = interruption.kind.victim {
      blow = try await surroundings.schedule.wait(for: victim)
    }
    guard interruption.ends(step) else { return }
    try await request?.send(interruption.extent, to: port(struckBy: blow))
    throw Interrupted()
  }
  /// The ledger that a blow falls on, or any.
  private func port(struckBy blow: Int?) -> Int {
    let ports = surroundings.ports
    return ports[(blow ?? Int.random(in: ports.indices)) % ports.count]
  }
}
