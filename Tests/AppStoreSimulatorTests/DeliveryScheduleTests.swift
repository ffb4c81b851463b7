import AppStoreSimulator
import Testing

@Suite struct DeliveryScheduleTests {
  @Test(arguments: [
    (SimulatedApp.Environment.production, [0, 1, 13, 37, 85, 157] as [Int64]), (.sandbox, [0]),
  ])
  func `whoever does not answer is told again after 1, 12, 24, 48 and 72 hours`(
    environment: SimulatedApp.Environment, hours: [Int64]
  ) async throws {
    let story = try DeliveryStory(in: environment)
    story.ledger.answer(LedgerReply(status: 401))
    try await story.buy()
    try await story.pass(hours: 400)
    #expect(await story.hoursOfAttempts() == hours)
    #expect(Set(story.ledger.notifications).count == 1)
    #expect(story.ledger.notifications.count == hours.count)
    let results = await story.simulation.attempts(of: 0).map(\.sendAttemptResult)
    #expect(results == hours.map { _ in .unsuccessfulStatus })
  }

  @Test func `a good answer ends it, and every attempt was the same text`() async throws {
    let story = try DeliveryStory()
    story.ledger.answer(LedgerReply(.timedOut))
    try await story.buy()
    try await story.pass(hours: 20)
    story.ledger.answer(.success)
    try await story.pass(hours: 300)
    #expect(await story.hoursOfAttempts() == [0, 1, 13, 37])
    let results = await story.simulation.attempts(of: 0).map(\.sendAttemptResult)
    #expect(results == [.timedOut, .timedOut, .timedOut, .success])
    #expect(Set(story.ledger.notifications) == [try await story.simulation.signedPayload(of: 0)])
  }

  @Test
  func `what a game posts is posted ever more rarely until it is taken, the same text each time`()
    async throws
  {
    let story = try DeliveryStory()
    story.ledger.answer(.noResponse)
    await story.simulation.withWorld { world in
      _ = try? world.buy(PurchaseWish(WorldStory.prefix + "gems.100"), by: 0)  // gems are for sale
      world.post(0, to: "player")
    }
    await story.simulation.deliver()
    try await story.pass(hours: 1 + 2 + 4 + 8 + 16 + 5 * 24)
    #expect(story.ledger.posts.count == 1 + 5 + 5)
    #expect(Set(story.ledger.posts).count == 1)
    #expect(await story.simulation.pendingPosts == 1)
    story.ledger.answer(.success)
    try await story.pass(hours: 48)
    #expect(story.ledger.posts.count == 12)
    #expect(await story.simulation.pendingPosts == 0)
  }

  @Test func `what is lost never arrives, doubled or not, and its history shows failures`()
    async throws
  {
    let story = try DeliveryStory { rules in
      rules.lostPercent = 100
      rules.doubledPercent = 100
    }
    try await story.buy(5)
    try await story.pass(hours: 200)
    #expect(story.ledger.arrivals.isEmpty)
    for notification in 0..<5 {
      let results = await story.simulation.attempts(of: notification).map(\.sendAttemptResult)
      #expect(results == Array(repeating: .noResponse, count: 6))
    }
  }

  @Test func `what is doubled comes twice as the same text, and counts as one attempt`()
    async throws
  {
    let story = try DeliveryStory { $0.doubledPercent = 100 }
    try await story.buy(10)
    try await story.pass(hours: 3)
    #expect(story.ledger.notifications.count == 20)
    #expect(Set(story.ledger.notifications).count == 10)
    for notification in 0..<10 {
      #expect(await story.simulation.attempts(of: notification).count == 1)
    }
  }

  @Test func `what is delayed comes late, and no later than it may`() async throws {
    let story = try DeliveryStory { rules in
      rules.delayedPercent = 100
      rules.delayMax = Int64(48).hours
    }
    try await story.buy(20)
    let signed = await story.simulation.withWorld { $0.notifications.map(\.signedDate) }
    try await story.pass(hours: 49)
    #expect(story.ledger.notifications.count == 20)
    var lateness: [Int64] = []
    for notification in 0..<20 {
      let first = await story.simulation.attempts(of: notification).first?.attemptDate ?? 0
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
      let story = try DeliveryStory({ $0.shuffledWithin = Int64(72).hours }, seed: seed)
      try await story.buy(30)
      try await story.pass(hours: 73)
      var payloads: [String: Int] = [:]
      for notification in 0..<30 {
        payloads[try await story.simulation.signedPayload(of: notification)] = notification
      }
      orders.append(story.ledger.notifications.compactMap { payloads[$0] })
    }
    #expect(orders[0].sorted() == Array(0..<30))
    #expect(orders[0] != Array(0..<30))
    #expect(orders[2] != orders[0])
    let firsts = orders.map { Set($0.prefix(10)) }
    #expect(firsts[0].intersection(firsts[1]).count >= 8)
  }

  @Test func `misbehaviour chooses a part, the same victims for the same seed`() async throws {
    var arrived: [[String?]] = []
    for seed in [1, 1, 2] as [UInt64] {
      let story = try DeliveryStory({ $0.lostPercent = 30 }, seed: seed)
      try await story.buy(100)
      var reached: [String?] = []
      for notification in 0..<100 {
        reached.append(
          await story.simulation.attempts(of: notification).first?.sendAttemptResult.rawValue)
      }
      arrived.append(reached)
    }
    #expect(arrived[0] == arrived[1])
    #expect(arrived[0] != arrived[2])
    #expect((10...50).contains(arrived[0].count { $0 == "NO_RESPONSE" }))
  }
}
