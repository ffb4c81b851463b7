import Foundation

/// A player's device and its game, which are interrupted.
struct Device: Sendable {
  /// The context that all devices share.
  struct Context: Sendable {
    let shop: CoinShop
    let server: GameServer
    let schedule: BlowSchedule
    /// The ports of the ledgers.
    let ports: [Int]
    /// True if transactions are saved before they are posted, and finished after they are granted.
    let hasHabit: Bool
  }

  /// The longest wait, since servers may be killed again and again meanwhile.

  /// The error that ends a device's present work.
  private struct Interrupted: Error {}

  let player: InterruptionPlan.Player
  let context: Context
  /// The state on disk, which survives everything.
  private(set) var saved = SavedGame()

  init(of player: InterruptionPlan.Player, in context: Context) {
    self.player = player
    self.context = context
  }

  /// Makes every purchase, and is interrupted each time. The player comes back before the next
  /// purchase, and stays away after the last.
  mutating func play() async throws {
    if let token = player.token { try await context.server.register(token, for: player.name) }
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

  /// Starts again with the saved state and the transactions that the store reports as unfinished.
  private mutating func comeBack(from interruption: Interruption) async throws {
    if interruption.comesBack == .login { try await context.server.resume(player.name) }
    var sales = Array(saved.outbox.values)
    for sale in try await context.shop.unfinished(of: player.name)
    where saved.outbox[sale.transactionID] == nil {
      sales.append(sale)
    }
    for sale in sales { try await workOff(sale, nil) }
    for grant in try await context.server.pendingGrants(of: player.name) {
      try saved.book(grant)
    }
    try await acknowledgeAll()
  }

  private mutating func buy(_ purchase: InterruptionPlan.Purchase) async throws {
    let shop = context.shop
    let (sale, notification) = try await shop.sell(
      purchase.product, quantity: purchase.quantity, to: player.name)
    // Without the habit Apple sends no notification: only the game can post the purchase.
    let isTold = context.hasHabit && purchase.interruption.kind != .appleDown
    async let told: Void = isTold ? shop.tell(notification, after: purchase.toldAfter) : ()
    if !context.hasHabit { try await shop.finish(sale.transactionID) }
    do {
      try await workOff(sale, purchase.interruption)
      throw BrokenDrill("\(player.name) never came to \(purchase.interruption)")
    } catch is Interrupted {
      try await told
    }
  }
}

/// The steps of a purchase.
extension Device {
  private mutating func workOff(_ sale: CoinSale, _ interruption: Interruption?) async throws {
    let server = context.server
    try await meet(interruption, at: .save)
    if context.hasHabit { saved.outbox[sale.transactionID] = sale }
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

  /// Returns the pending grants once every coin of the purchase is among them or was booked before.
  private func granted(_ sale: CoinSale) async throws -> [ListedGrant] {
    var pending: [ListedGrant] = []
    try await Patience.wait(
      for: "the coins of \(sale.transactionID), which may be finished"
    ) {
      pending = try await context.server.pendingGrants(of: player.name)
      return saved.holds(sale.coins, of: sale.transactionID, with: pending)
    }
    return pending
  }

  private mutating func acknowledgeAll() async throws {
    for grant in saved.unacknowledged {
      try saved.acknowledge(grant, answered: try await context.server.acknowledge(grant))
    }
  }

  private func finish(_ sale: CoinSale, _ interruption: Interruption?) async throws {
    if let interruption, interruption.ends(.finish), interruption.extent == .whole {
      try await context.shop.finish(sale.transactionID)
    }
    try await meet(interruption, at: .finish)
    try await context.shop.finish(sale.transactionID)
  }

  /// Carries out the interruption of a step, amid the request of that step.
  private func meet(
    _ interruption: Interruption?, at step: DeviceStep, losing request: LostRequest? = nil
  ) async throws {
    guard let interruption else { return }
    var blow: Int?
    if interruption.step == step, let victim = interruption.kind.victim {
      blow = try await context.schedule.wait(for: victim)
    }
    guard interruption.ends(step) else { return }
    try await request?.send(interruption.extent, to: port(struckBy: blow))
    throw Interrupted()
  }
  /// Returns the port of the ledger that a blow strikes, or any port.
  private func port(struckBy blow: Int?) -> Int {
    let ports = context.ports
    return ports[(blow ?? Int.random(in: ports.indices)) % ports.count]
  }
}
