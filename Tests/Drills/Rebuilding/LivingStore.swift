import AppStoreSimulator

/// A simulated store whose customers go on living while a ledger is rebuilt.
///
/// Notifications, some of them twice, and the posts of games arrive at the ledger all the time, except
/// during a rest. A few customers may live quietly for months, so there is one more, who buys when told to.
actor LivingStore {
  static let app = LivesDrill.app
  /// The real pause after a stride of time.
  private static let pause = Duration.milliseconds(50)
  private static let longStride = Int64(30).days
  /// The name, the account and the token of the regular customer.
  private static let regular = "7e90a1a5-0000-4000-8000-000000000001"

  nonisolated let simulation: Simulation
  private nonisolated let start: Int64
  private nonisolated let end: Int64
  private nonisolated let strides: Int64
  private var isResting = false
  private var isLiving = false

  /// - Parameters:
  ///   - end: the end of the lives, in milliseconds since 1970.
  ///   - strides: the number of steps in which the second half of the lives passes.
  ///   - line: the connection to the ledger.
  init(
    of crowd: Crowd, ending end: Int64, in strides: Int64, signedBy authority: SigningAuthority,
    developerKey: DeveloperKey, telling line: @escaping LedgerLine
  ) {
    start = end - (crowd.years * 365).days
    self.end = end
    self.strides = strides
    var world = World(of: Self.app, selling: .game, seed: crowd.seed, from: start)
    world.settle(
      customers: crowd.customers, living: crowd.ways, until: end, seed: crowd.seed)
    var misbehavior = Misbehavior()
    misbehavior.notifications.doubledPercent = 10
    misbehavior.notifications.shuffledWithin = Int64(1).hours
    simulation = Simulation(
      of: world, signedBy: authority, developerKey: developerKey, misbehaving: misbehavior,
      telling: line)
  }

  /// Lets the regular customer buy packs of coins, one by one. Apple's notifications of them are on their way.
  nonisolated func sellCoins(times: Int64) async throws {
    try await simulation.withWorld { world in
      let customer = try Self.regularCustomer(in: &world)
      for _ in 0..<times {
        _ = try world.buy(PurchaseCommand("com.example.game.gems.100"), by: customer)
      }
    }
  }

  /// Returns the regular customer, who comes with the first purchase.
  private static func regularCustomer(in world: inout World) throws(StoreRejection) -> Int {
    do { return try world.customer(named: regular) } catch {
      return try world.addCustomer(regular, appAccountToken: regular)
    }
  }

  /// Lives the first half of the lives as fast as the ledger records it.
  nonisolated func liveFirstHalf() async throws {
    let half = start + (end - start) / 2
    while await simulation.now < half {
      try await simulation.advance(to: min(await simulation.now + Self.longStride, half))
    }
  }

  /// Lives on during the body, at some thousand times the speed of life.
  nonisolated func whileLiving<Answer: Sendable>(
    _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer?.self) { group in
      group.addTask {
        while !Task.isCancelled { try await self.step() }
        return nil
      }
      group.addTask { try await body() }
      guard let answer = try await group.next() ?? nil else { throw CancellationError() }
      group.cancelAll()
      while let left = await group.nextResult() {
        if case .failure(let error) = left, !(error is CancellationError) { throw error }
      }
      return answer
    }
  }

  /// Stops time, and delivers everything. The ledger must accept all requests of games.
  func rest() async throws {
    isResting = true
    while isLiving { try await Task.sleep(for: Self.pause) }
    await simulation.withWorld { $0.openAllGames() }
    await simulation.deliverAll()
    let pending = await simulation.pendingRequests
    guard pending == 0 else {
      throw BrokenDrill("\(pending) requests of games were not accepted by the ledger")
    }
  }

  func goOn() { isResting = false }

  private func step() async throws {
    if !isResting {
      isLiving = true
      defer { isLiving = false }
      let now = await simulation.now
      guard now < end else {
        throw BrokenDrill("the lives ended before the drill: it needs more --years")
      }
      try await simulation.advance(to: min(now + (end - start) / 2 / strides, end))
    }
    try await Task.sleep(for: Self.pause)
  }
}
