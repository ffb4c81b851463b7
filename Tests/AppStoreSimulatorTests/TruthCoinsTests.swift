import AppStoreSimulator
import Testing

/// The coins due to the game's players, worked out by hand.
struct TruthCoinsTests {
  private let january = Int64.on("2026-01-01")
  private let february = Int64.on("2026-02-01")
  private let march = Int64.on("2026-03-01")
  private let gems = [Coinage.Grant(100, "gem")]

  private func lines(_ truth: CustomerTruth) -> [String] {
    truth.grants.map { "\($0.transactionId) \($0.amount) \($0.coin), \($0.takenBack) back" }
  }

  @Test func `a pack gives its coins times the quantity, each coin for itself`() {
    var chronicle = TruthChronicle()
    chronicle.buy("t1", at: january, .consumable, quantity: 3, coins: gems)
    chronicle.buy(
      "t2", at: february, .consumable,
      coins: [Coinage.Grant(500, "gem"), Coinage.Grant(1, "ticket")])
    #expect(lines(chronicle.truth(at: january - 1)) == [])
    #expect(lines(chronicle.truth(at: january)) == ["t1 300 gem, 0 back"])
    let truth = chronicle.truth(at: march)
    #expect(
      lines(truth) == ["t1 300 gem, 0 back", "t2 500 gem, 0 back", "t2 1 ticket, 0 back"])
    #expect(truth.coinsLeft == ["gem": 800, "ticket": 1])
  }

  @Test(arguments: [
    (Int64(0), Int64(0)), (1, 0), (499, 0), (500, 1), (1_000, 1), (33_333, 33), (67_932, 68),
    (99_999, 100), (100_000, 100),
  ])
  func `a refund takes its share, rounded to the nearest, until it is reversed`(
    share: Int64, takenBack: Int64
  ) {
    var chronicle = TruthChronicle()
    chronicle.buy("t1", at: january, .consumable, coins: gems)
    chronicle.add(february, .refunded(transaction: "t1", share: share))
    chronicle.add(march, .refundReversed(transaction: "t1"))
    #expect(chronicle.truth(at: february - 1).coinsLeft == ["gem": 100])
    #expect(chronicle.truth(at: february).grants.map(\.takenBack) == [takenBack])
    #expect(chronicle.truth(at: february).coinsLeft == ["gem": 100 - takenBack])
    #expect(chronicle.truth(at: march).grants.map(\.takenBack) == [0])
  }

  /// Each was delivered 100 gems before February: the ledger takes back what is refunded from then on.
  @Test func `coins delivered elsewhere are owed only if they are refunded after the cut-over`() {
    var coinage = Coinage()
    coinage.begin(["gems": gems], at: 0)
    coinage.cutOver = february
    var chronicle = TruthChronicle()
    for (id, date) in [("t1", january), ("t2", january + 1), ("t3", february)] {
      chronicle.buy(
        id, at: date, .consumable, product: "gems", coins: coinage.grants(of: "gems", at: date))
    }
    chronicle.add(february - 1, .refunded(transaction: "t1", share: 100_000))
    chronicle.add(february, .refunded(transaction: "t2", share: 50_000))
    let truth = chronicle.truth(at: march)
    #expect(truth.grants.map(\.isDeliveredElsewhere) == [true, true, false])
    #expect(
      lines(truth) == ["t1 100 gem, 0 back", "t2 100 gem, 50 back", "t3 100 gem, 0 back"])
    #expect(truth.coinsLeft == ["gem": 50])
  }

  @Test func `each period gives its coins, a renewal as soon as it is known`() {
    var chronicle = TruthChronicle()
    chronicle.serve("m1", january, february, coins: gems)
    chronicle.serve(
      "m2", february, march, knownAt: february - 500, chargedAt: february, coins: gems)
    #expect(lines(chronicle.truth(at: february - 501)) == ["m1 100 gem, 0 back"])
    #expect(
      lines(chronicle.truth(at: february - 500)) == ["m1 100 gem, 0 back", "m2 100 gem, 0 back"])
  }

  @Test func `a free period gives only what a trial gives`() {
    var chronicle = TruthChronicle()
    chronicle.serve(
      "m1", january, february, price: Money(0, "USD"),
      coins: gems + [Coinage.Grant(2, "ticket", duringTrial: true)])
    #expect(lines(chronicle.truth(at: january)) == ["m1 2 ticket, 0 back"])
  }

  @Test func `a family's share gives nothing`() {
    var chronicle = TruthChronicle()
    chronicle.serve("m1", january, february, isShared: true, coins: gems)
    chronicle.buy("t1", at: january, .nonConsumable, isShared: true, coins: gems)
    #expect(chronicle.truth(at: january).grants == [])
  }

  /// Ten of 31 days were used: 67.74 of 100 gems are taken back.
  @Test func `what is upgraded away gives back the coins of the time left`() {
    var chronicle = TruthChronicle()
    chronicle.serve("m1", january, february, coins: gems)
    chronicle.add(january + 10 * 86_400_000, .replaced(transaction: "m1"))
    #expect(chronicle.truth(at: february).grants.map(\.takenBack) == [68])
  }

  @Test func `what was upgraded at its end keeps its coins, what never began had none`() {
    var chronicle = TruthChronicle()
    chronicle.serve("m1", january, february, coins: gems)
    chronicle.serve("m2", february, march, knownAt: february - 500, coins: gems)
    chronicle.add(february - 10, .replaced(transaction: "m1"))
    chronicle.add(february - 10, .replaced(transaction: "m2"))
    #expect(lines(chronicle.truth(at: february)) == ["m1 100 gem, 0 back"])
  }
}
