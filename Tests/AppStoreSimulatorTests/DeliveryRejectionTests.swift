import AppStoreSimulator
import Testing

struct DeliveryRejectionTests {
  private func scenario(posting answer: LedgerReply) async throws -> DeliveryScenario {
    let scenario = try DeliveryScenario()
    scenario.ledger.answer(answer)
    try await scenario.simulation.withWorld { world in
      _ = try world.buy(PurchaseCommand(WorldScenario.prefix + "gems.100"), by: 0)
      world.post(0, to: "player")
    }
    await scenario.simulation.deliver()
    return scenario
  }

  @Test(arguments: [400, 401, 403, 413, 422])
  func `a post that is rejected is not posted again, and stays pending`(status: Int) async throws {
    let scenario = try await scenario(posting: LedgerReply(status: status))
    scenario.ledger.answer(.success)
    try await scenario.pass(hours: 100)
    await scenario.simulation.deliverAll()
    #expect(scenario.ledger.posts.count == 1)
    #expect(await scenario.simulation.pendingRequests == 1)
  }

  @Test(arguments: [302, 408, 429, 500, 503])
  func `a post that may be taken later is posted again`(status: Int) async throws {
    let scenario = try await scenario(posting: LedgerReply(status: status))
    #expect(await scenario.simulation.pendingRequests == 1)
    scenario.ledger.answer(.success)
    try await scenario.pass(hours: 1)
    #expect(scenario.ledger.posts.count == 2)
    #expect(await scenario.simulation.pendingRequests == 0)
  }

  @Test
  func `a notification is sent again whatever the answer was, and no copy before it was good`()
    async throws
  {
    let scenario = try DeliveryScenario { $0.doubledPercent = 100 }
    scenario.ledger.answer(LedgerReply(status: 401))
    try await scenario.buy()
    try await scenario.pass(hours: 14)
    #expect(scenario.ledger.notifications.count == 3)
    scenario.ledger.answer(.success)
    try await scenario.pass(hours: 300)
    #expect(scenario.ledger.notifications.count == 5)
    #expect(await scenario.hoursOfAttempts() == [0, 1, 13, 37])
  }

  @Test func `without a listener nothing is sent, and nothing pending`() async throws {
    let listening = try DeliveryScenario()
    let simulation = Simulation(
      of: try WorldScenario().world, signedBy: listening.simulation.authority,
      developerKey: DeveloperKey())
    try await simulation.withWorld { world in
      _ = try world.buy(PurchaseCommand(WorldScenario.prefix + "gems.100"), by: 0)
      world.post(0, to: "player")
    }
    await simulation.deliverAll()
    #expect(await simulation.attempts(of: 0).isEmpty)
    #expect(await simulation.pendingRequests == 0)
  }

  @Test func `what the clock was sending and failed is sent by who delivers everything`()
    async throws
  {
    let gate = DeliveryGate()
    let listening = try DeliveryScenario()
    let simulation = Simulation(
      of: try WorldScenario().world, signedBy: listening.simulation.authority,
      developerKey: DeveloperKey(), telling: { _ in await gate.pass() })
    try await simulation.withWorld { world in
      _ = try world.buy(PurchaseCommand(WorldScenario.prefix + "gems.100"), by: 0)
    }
    async let clock: Void = simulation.deliver()
    await gate.waitForFirst()
    async let everything: Void = simulation.deliverAll()
    await gate.open()
    _ = await (clock, everything)
    let results = await simulation.attempts(of: 0).map(\.sendAttemptResult)
    #expect(results == [.timedOut, .success])
  }

  @Test func `moving the time on waits for what the clock was sending`() async throws {
    let gate = DeliveryGate()
    let simulation = Simulation(
      of: try WorldScenario().world, signedBy: try DeliveryScenario().simulation.authority,
      developerKey: DeveloperKey(), telling: { _ in await gate.pass() })
    try await simulation.withWorld { world in
      _ = try world.buy(PurchaseCommand(WorldScenario.prefix + "gems.100"), by: 0)
    }
    async let clock: Void = simulation.deliver()
    await gate.waitForFirst()
    async let attempts = {
      try await simulation.advance(to: simulation.now + 1)
      return await simulation.attempts(of: 0)
    }()
    try await Task.sleep(for: .milliseconds(50))
    await gate.open()
    #expect(try await attempts.map(\.sendAttemptResult) == [.timedOut])
    await clock
  }
}

/// A gate that holds the first delivery until it is opened and then fails it. All other deliveries
/// succeed.
private actor DeliveryGate {
  private var first: CheckedContinuation<Void, Never>?
  private var hasCome = false
  private var watchers: [CheckedContinuation<Void, Never>] = []

  func pass() async -> LedgerReply {
    guard !hasCome else { return .success }
    hasCome = true
    await withCheckedContinuation { held in
      first = held
      for watcher in watchers { watcher.resume() }
    }
    return LedgerReply(.timedOut)
  }

  func waitForFirst() async {
    if first == nil { await withCheckedContinuation { watchers.append($0) } }
  }

  func open() { first?.resume() }
}
