import AppStoreSimulator
import Testing

/// Non-consumables that Apple tells under several transaction ids: those of devices and restores.
struct WorldRestoredPurchaseTests {
  private static let soundtrack = "soundtrack"

  /// Ann buys the soundtrack on 1 January and opens the game on a further device on 11 January.
  private static func twoDevices(seed: UInt64 = 3) throws -> WorldScenario {
    var scenario = try WorldScenario(seed: seed)
    scenario.world.catalog.coinage = .game
    try scenario.buy(soundtrack)
    scenario.pass(days: 10)
    try scenario.world.changeDevice(of: WorldScenario.ann)
    return scenario
  }

  private static func truth(of scenario: WorldScenario) -> CustomerTruth {
    Truth(scenario.world.chronicle).customer("ann", at: scenario.world.now)
  }

  @Test func `a further device gets another id and date, and the purchase stays one`() throws {
    let scenario = try Self.twoDevices()
    let (bought, copy) = (scenario.transactions()[0], scenario.transactions()[1])
    #expect(copy.transactionId != bought.transactionId)
    #expect(copy.originalTransactionId == bought.transactionId)
    #expect(copy.originalPurchaseDate == bought.purchaseDate)
    // The notification of the purchase and the change of the device take a millisecond each.
    #expect(copy.purchaseDate - bought.purchaseDate == Int64(10).days + 2)
    #expect(scenario.world.restoredCopies == [copy.transactionId: bought.transactionId])
    #expect(scenario.world.requests.last?.transactions.map(\.transactionId) == [copy.transactionId])
    #expect(scenario.told("ONE_TIME_CHARGE").count == 1)
    let truth = Self.truth(of: scenario)
    #expect(truth.owned.map(\.transactionId) == [bought.transactionId])
    #expect(truth.paid.map(\.milliunits) == [bought.price])
    #expect(truth.grants.map { "\($0.amount) \($0.coin)" } == ["30 gem"])
  }

  @Test func `a restore under new ids gives a non-consumable one too`() throws {
    var scenario = try WorldScenario()
    try scenario.buy(Self.soundtrack)
    try scenario.world.restorePurchases(of: WorldScenario.ann)
    #expect(scenario.transactions().count == 1)
    try scenario.world.restorePurchases(of: WorldScenario.ann, underNewIDs: true)
    try scenario.world.restorePurchases(of: WorldScenario.ann, underNewIDs: true)
    #expect(scenario.transactions().count == 3)
    #expect(Set(scenario.world.restoredCopies.values) == [scenario.transactions()[0].transactionId])
  }

  @Test func `a refund under the id of a copy is one of the purchase, told under that id alone`()
    throws
  {
    var scenario = try Self.twoDevices()
    let (bought, copy) = (scenario.transactions()[0], scenario.transactions()[1])
    try scenario.refundLatest()
    #expect(
      scenario.told("REFUND").map(\.transaction?.transactionId) == [copy.transactionId])
    #expect(scenario.transactions().map { $0.revocationDate != nil } == [false, true])
    let truth = Self.truth(of: scenario)
    #expect(truth.owned.isEmpty)
    #expect(truth.refunded == truth.paid)
    #expect(truth.grants.map(\.transactionId) == [bought.transactionId])
    #expect(truth.grants.map(\.takenBack) == [30])
    #expect(throws: StoreRejection.alreadyRefunded) {
      try scenario.world.refund(scenario.world.transaction(bought.transactionId), share: 100_000)
    }
    try scenario.reverseLatest()
    #expect(
      scenario.told("REFUND_REVERSED").map(\.transaction?.transactionId) == [copy.transactionId])
    #expect(Self.truth(of: scenario).owned.map(\.transactionId) == [bought.transactionId])
  }

  @Test func `a refund of the purchase is told under each of its ids, and so is the reversal`()
    throws
  {
    var scenario = try Self.twoDevices()
    let ids = scenario.transactions().map(\.transactionId)
    let first = try scenario.world.transaction(ids[0])
    try scenario.world.refund(first, share: 40_000)
    #expect(scenario.told("REFUND").map(\.transaction?.transactionId) == ids)
    #expect(scenario.told("REFUND").map(\.transaction?.revocationPercentage) == [40_000, 40_000])
    #expect(Self.truth(of: scenario).grants.map(\.takenBack) == [12])
    try scenario.world.reverseRefund(first)
    #expect(scenario.told("REFUND_REVERSED").map(\.transaction?.transactionId) == ids)
    #expect(Self.truth(of: scenario).grants.map(\.takenBack) == [0])
  }

  /// Half of the new purchases go on with the refunded chain, and the others begin one.
  @Test func `what was refunded as a whole is bought again, in its chain or in another`() throws {
    var chains: [Int] = []
    for seed in 1...20 as ClosedRange<UInt64> {
      var scenario = try Self.twoDevices(seed: seed)
      try scenario.refundLatest()
      scenario.pass(days: 1)
      try scenario.buy(Self.soundtrack)
      let again = try #require(scenario.transactions().last)
      let truth = Self.truth(of: scenario)
      #expect(truth.owned.map(\.transactionId) == [again.transactionId])
      #expect(truth.owned.map(\.originalTransactionId) == [again.originalTransactionId])
      #expect(truth.grants.map(\.takenBack) == [30, 0])
      #expect(truth.paid.map(\.milliunits) == [2 * (again.price ?? 0)])
      chains.append(Set(scenario.transactions().map(\.originalTransactionId)).count)
    }
    #expect(Set(chains) == [1, 2])
  }

  @Test func `after a refund in part it is bought again in another chain`() throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      var scenario = try Self.twoDevices(seed: seed)
      try scenario.refundLatest(share: 50_000)
      try scenario.buy(Self.soundtrack)
      let again = try #require(scenario.transactions().last)
      #expect(again.originalTransactionId == again.transactionId)
    }
  }

  /// A refund of everything divides the ids of a chain, so that a later copy would be another purchase.
  @Test func `a purchase whose refund in full was reversed gets no further id`() throws {
    var scenario = try Self.twoDevices()
    try scenario.refundLatest()
    try scenario.reverseLatest()
    try scenario.world.changeDevice(of: WorldScenario.ann)
    #expect(scenario.transactions().count == 2)
    try scenario.refundLatest(share: 50_000)
    try scenario.reverseLatest()
    #expect(throws: StoreRejection.alreadyOwned("com.example.game.soundtrack")) {
      try scenario.buy(Self.soundtrack)
    }
  }

  @Test func `a device without anything to use has nothing to post`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("gems.100")
    #expect(throws: StoreRejection.nothingToRestore) {
      try scenario.world.changeDevice(of: WorldScenario.ann)
    }
  }
}

/// Several non-renewing subscriptions in one purchase.
struct WorldSeveralPassesTests {
  /// Passes of 90 days from 1 January, bought three at once; 30 % of three are 0.9, which is one, and
  /// leaves 180 days; 10 tickets each are 30, and 9 of them go.
  @Test func `several passes add their times, and a refund in part takes whole ones`() throws {
    var world = World(
      of: SimulatedApp(bundleID: "com.example.game", appAppleID: 1), selling: .game, seed: 1,
      from: .on("2025-01-01"))
    try world.addCustomer("ann")
    var command = PurchaseCommand("com.example.game.season_pass")
    command.quantity = 3
    guard case .completed(let pass) = try world.buy(command, by: 0) else {
      Issue.record("a pass is bought at once")
      return
    }
    let bought = world.transactions[pass].content
    #expect(bought.quantity == 3)
    func owned() -> [CustomerTruth.Moment?] {
      Truth(world.chronicle).customer("ann", at: world.now).owned.map(\.expiresAt)
    }
    #expect(owned() == [CustomerTruth.Moment(bought.purchaseDate + Int64(270).days)])
    try world.refund(pass, share: 30_000)
    #expect(owned() == [CustomerTruth.Moment(bought.purchaseDate + Int64(180).days)])
    let grants = Truth(world.chronicle).customer("ann", at: world.now).grants
    #expect(grants.map(\.amount) == [30])
    #expect(grants.map(\.takenBack) == [9])
  }
}
