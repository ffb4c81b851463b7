import AppStoreSimulator
import Testing

struct DeliveryScheduleTests {
  @Test(arguments: [
    (SimulatedApp.Environment.production, [0, 1, 13, 37, 85, 157] as [Int64]), (.sandbox, [0]),
  ])
  func `an unanswered notification is sent again after 1, 12, 24, 48 and 72 hours`(
    environment: SimulatedApp.Environment, hours: [Int64]
  ) async throws {
    let scenario = try DeliveryScenario(in: environment)
    scenario.ledger.answer(LedgerReply(status: 401))
    try await scenario.buy()
    try await scenario.pass(hours: 400)
    #expect(await scenario.hoursOfAttempts() == hours)
    #expect(Set(scenario.ledger.notifications).count == 1)
    #expect(scenario.ledger.notifications.count == hours.count)
    let results = await scenario.simulation.attempts(of: 0).map(\.sendAttemptResult)
    #expect(results == hours.map { _ in .unsuccessfulStatus })
  }

  @Test func `a good answer ends it, and every attempt was the same text`() async throws {
    let scenario = try DeliveryScenario()
    scenario.ledger.answer(LedgerReply(.timedOut))
    try await scenario.buy()
    try await scenario.pass(hours: 20)
    scenario.ledger.answer(.success)
    try await scenario.pass(hours: 300)
    #expect(await scenario.hoursOfAttempts() == [0, 1, 13, 37])
    let results = await scenario.simulation.attempts(of: 0).map(\.sendAttemptResult)
    #expect(results == [.timedOut, .timedOut, .timedOut, .success])
    #expect(
      Set(scenario.ledger.notifications) == [try await scenario.simulation.signedPayload(of: 0)])
  }

  @Test
  func `what a game posts is posted ever more rarely until it is taken, the same text each time`()
    async throws
  {
    let scenario = try DeliveryScenario()
    scenario.ledger.answer(.noResponse)
    await scenario.simulation.withWorld { world in
      _ = try? world.buy(PurchaseCommand(WorldScenario.prefix + "gems.100"), by: 0)  // on sale
      world.post(0, to: "player")
    }
    await scenario.simulation.deliver()
    try await scenario.pass(hours: 1 + 2 + 4 + 8 + 16 + 5 * 24)
    #expect(scenario.ledger.posts.count == 1 + 5 + 5)
    #expect(Set(scenario.ledger.posts).count == 1)
    #expect(await scenario.simulation.pendingRequests == 1)
    scenario.ledger.answer(.success)
    try await scenario.pass(hours: 48)
    #expect(scenario.ledger.posts.count == 12)
    #expect(await scenario.simulation.pendingRequests == 0)
  }

  @Test func `what is lost never arrives, doubled or not, and its history shows failures`()
    async throws
  {
    let scenario = try DeliveryScenario { rules in
      rules.lostPercent = 100
      rules.doubledPercent = 100
    }
    try await scenario.buy(5)
    try await scenario.pass(hours: 200)
    #expect(scenario.ledger.arrivals.isEmpty)
    for notification in 0..<5 {
      let results = await scenario.simulation.attempts(of: notification).map(\.sendAttemptResult)
      #expect(results == Array(repeating: .noResponse, count: 6))
    }
  }

  @Test func `what is doubled comes twice as the same text, and counts as one attempt`()
    async throws
  {
    let scenario = try DeliveryScenario { $0.doubledPercent = 100 }
    try await scenario.buy(10)
    try await scenario.pass(hours: 3)
    #expect(scenario.ledger.notifications.count == 20)
    #expect(Set(scenario.ledger.notifications).count == 10)
    for notification in 0..<10 {
      #expect(await scenario.simulation.attempts(of: notification).count == 1)
    }
  }

  @Test func `what is delayed comes late, and no later than it may`() async throws {
    let scenario = try DeliveryScenario { rules in
      rules.delayedPercent = 100
      rules.delayMax = Int64(48).hours
    }
    try await scenario.buy(20)
    let signed = await scenario.simulation.withWorld { $0.notifications.map(\.signedDate) }
    try await scenario.pass(hours: 49)
    #expect(scenario.ledger.notifications.count == 20)
    var lateness: [Int64] = []
    for notification in 0..<20 {
      let first = await scenario.simulation.attempts(of: notification).first?.attemptDate ?? 0
      lateness.append(first - signed[notification])
    }
    #expect(lateness.allSatisfy { (1...Int64(49).hours).contains($0) })
    #expect(Set(lateness.map { $0 / Int64(1).hours }).count > 5)
  }

  @Test func `what is shuffled arrives whole and out of order, the same way for the same seed`()
    async throws
  {
    var orders: [[Int]] = []
    for seed in [1, 1, 2] as [UInt64] {
      let scenario = try DeliveryScenario({ $0.shuffledWithin = Int64(72).hours }, seed: seed)
      try await scenario.buy(30)
      try await scenario.pass(hours: 73)
      var payloads: [String: Int] = [:]
      for notification in 0..<30 {
        payloads[try await scenario.simulation.signedPayload(of: notification)] = notification
      }
      orders.append(scenario.ledger.notifications.compactMap { payloads[$0] })
    }
    #expect(orders[0].sorted() == Array(0..<30))
    #expect(orders[0] != Array(0..<30))
    #expect(orders[2] != orders[0])
    let firsts = orders.map { Set($0.prefix(10)) }
    #expect(firsts[0].intersection(firsts[1]).count >= 8)
  }

  @Test func `misbehavior chooses a part, the same victims for the same seed`() async throws {
    var arrived: [[String?]] = []
    for seed in [1, 1, 2] as [UInt64] {
      let scenario = try DeliveryScenario({ $0.lostPercent = 30 }, seed: seed)
      try await scenario.buy(100)
      var reached: [String?] = []
      for notification in 0..<100 {
        reached.append(
          await scenario.simulation.attempts(of: notification).first?.sendAttemptResult.rawValue)
      }
      arrived.append(reached)
    }
    #expect(arrived[0] == arrived[1])
    #expect(arrived[0] != arrived[2])
    #expect((10...50).contains(arrived[0].count { $0 == "NO_RESPONSE" }))
  }
}
