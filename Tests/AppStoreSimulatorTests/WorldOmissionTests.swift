import AppStoreSimulator
import Testing

/// Fields that Apple leaves out, beside the truth, which knows them.
struct WorldOmissionTests {
  private static func truth(of scenario: WorldScenario) -> CustomerTruth {
    Truth(scenario.world.chronicle).customer("ann", at: scenario.world.now)
  }

  @Test func `the first notification tells everything, a later one leaves fields out`() throws {
    var scenario = try WorldScenario { $0.thinCopyPercent = 100 }
    try scenario.buy("pro.monthly")
    let whole = try #require(scenario.told("SUBSCRIBED").first?.transaction)
    #expect(whole.price != nil && whole.currency == "USD" && whole.appAccountToken != nil)
    var thinnest = 0
    for _ in 1...10 {
      try scenario.world.cancel(0)
      try scenario.world.resume(0)
    }
    for copy in scenario.told("DID_CHANGE_RENEWAL_STATUS").compactMap(\.transaction) {
      #expect(copy.transactionId == whole.transactionId && copy.expiresDate == whole.expiresDate)
      #expect(copy.quantity == 1)
      if copy.price == nil, copy.appAccountToken == nil { thinnest += 1 }
    }
    #expect(thinnest > 0)
    #expect(scenario.transactions().map(\.price) == [whole.price])
    #expect(Self.truth(of: scenario).paid.map(\.milliunits) == [whole.price])
  }

  /// Coins that were granted by a copy without a token stay with the owner of the chain.
  @Test func `no copy leaves out a token that the ledger has not heard`() throws {
    var scenario = try WorldScenario { $0.thinCopyPercent = 100 }
    scenario.world.keepUnheardTokens()
    try scenario.buy("pro.monthly")
    let bought = scenario.transactions()[0]
    func laterTokens() throws -> [String?] {
      try (1...20).map { _ in
        try scenario.world.cancel(0)
        try scenario.world.resume(0)
        return scenario.world.laterCopy(0).appAccountToken
      }
    }
    #expect(try laterTokens().allSatisfy { $0 == bought.appAccountToken })
    #expect(scenario.told("DID_CHANGE_RENEWAL_STATUS").contains { $0.transaction?.price == nil })
    scenario.world.noteHearing(of: [bought.transactionId])
    #expect(try laterTokens().contains(nil))
  }

  @Test func `a device's copy always names its owner and its period`() throws {
    var scenario = try WorldScenario { $0.thinCopyPercent = 100 }
    try scenario.buy("pro.monthly")
    for _ in 1...20 {
      try scenario.world.restorePurchases(of: WorldScenario.ann, underNewIDs: true)
    }
    let (whole, posted) = (
      scenario.transactions()[0], scenario.world.requests.flatMap(\.transactions)
    )
    #expect(posted.count == 20)
    #expect(posted.allSatisfy { $0.appAccountToken == whole.appAccountToken })
    #expect(posted.allSatisfy { $0.webOrderLineItemId == whole.webOrderLineItemId })
    #expect(posted.contains { $0.price == nil } && posted.contains { $0.storefront == nil })
  }

  /// A ledger may hear a later copy first: one that tells no offer has to tell the price.
  @Test func `no copy of a free period looks like one of a paid period`() throws {
    var scenario = try WorldScenario { $0.thinCopyPercent = 100 }
    try scenario.buy("pro.monthly", offer: .named("PRO_MONTH_FREE"))
    for _ in 1...40 {
      try scenario.world.cancel(0)
      try scenario.world.resume(0)
    }
    let copies = scenario.told("DID_CHANGE_RENEWAL_STATUS").compactMap(\.transaction)
    #expect(copies.contains { $0.offerType == nil })
    #expect(copies.contains { $0.offerType == 3 && $0.offerDiscountType == nil && $0.price == nil })
    for copy in copies where copy.offerType == nil {
      #expect(copy.price == 0 && copy.currency == "USD")
    }
  }

  /// Grace of 16 days from 1 February; where Apple tells no end, 28 days are the latest.
  @Test func `a grace without an end lasts as long as Apple says, and 28 days at most`() throws {
    var (never, once) = (0, 0)
    for seed in 1...20 as ClosedRange<UInt64> {
      var scenario = try WorldScenario(seed: seed) { $0.undatedGracePercent = 100 }
      try scenario.buy("pro.monthly")
      scenario.world.breakCard(of: WorldScenario.ann)
      try scenario.passTo("2025-02-03")
      try scenario.world.cancel(0)
      let told = scenario.world.notifications.filter { $0.status == 4 }
        .map(\.renewal?.gracePeriodExpiresDate)
      let end = try #require(scenario.transactions()[0].expiresDate)
      let believed = Self.truth(of: scenario).subscriptions.map(\.gracePeriodExpiresAt)
      #expect(told.count == 2)
      #expect(told[1] == nil)
      if told[0] == nil {
        never += 1
        #expect(believed == [CustomerTruth.Moment(end + Int64(28).days)])
      } else {
        once += 1
        #expect(told[0] == end + Int64(16).days)
        #expect(believed == [CustomerTruth.Moment(end + Int64(16).days)])
      }
      scenario.pass(days: 15)
      #expect(Self.truth(of: scenario).subscriptions.map(\.status) == [.expired])
    }
    #expect(never > 0 && once > 0)
  }

  /// On 11 January 21 of the 31 days from 1 January are left: 50 gems x 21/31 are 33.9, which is 34.
  @Test func `of a part that Apple does not tell the time decides`() throws {
    var scenario = try WorldScenario()
    scenario.world.catalog.coinage = .game
    try scenario.buy("pro.monthly")
    scenario.pass(days: 10)
    try scenario.world.refundUntoldPart(scenario.latest())
    let told = try #require(scenario.told("REFUND").first?.transaction)
    #expect(told.revocationType == "REFUND_PRORATED" && told.revocationPercentage == nil)
    let truth = Self.truth(of: scenario)
    #expect(truth.grants.map(\.takenBack) == [34])
    #expect(truth.owned.isEmpty)
    let price = try #require(told.price)
    let refunded = try #require(truth.refunded.first?.milliunits)
    #expect(abs(refunded - price * 21 / 31) <= 1)
  }

  @Test(arguments: ["soundtrack", "gems.100", "season_pass"])
  func `a part that Apple does not tell of what has no time is all of it`(product: String) throws {
    var scenario = try WorldScenario()
    scenario.world.catalog.coinage = .game
    try scenario.buy(product)
    try scenario.world.refundUntoldPart(scenario.latest())
    let truth = Self.truth(of: scenario)
    #expect(truth.grants.map(\.takenBack) == truth.grants.map(\.amount))
    #expect(truth.refunded == truth.paid)
    #expect(truth.owned.isEmpty)
  }

  @Test func `who moves is charged in the currency of the new country from the next period on`()
    throws
  {
    var scenario = try WorldScenario()
    try scenario.buy("pro.monthly")
    let japan = try #require(Storefront.named("JPN"))
    scenario.world.move(WorldScenario.ann, to: japan)
    scenario.pass(days: 40)
    let periods = scenario.transactions()
    #expect(periods.map(\.currency) == ["USD", "JPY"])
    #expect(periods.map(\.storefront) == ["USA", "JPN"])
    #expect(Set(periods.map(\.originalTransactionId)).count == 1)
    let dollars = try #require(periods[0].price)
    #expect(periods[1].price == (dollars * 150 + 999) / 1_000 * 1_000)
    #expect(Self.truth(of: scenario).paid.map(\.currency) == ["JPY", "USD"])
  }
}
