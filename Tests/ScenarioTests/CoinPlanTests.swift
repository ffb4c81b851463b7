import Testing

@testable import Drills

struct CoinPlanTests {
  @Test(
    arguments: [
      (CoinPurchase.Fate.kept, 0), (.refunded(nil), 502), (.refunded(100_000), 502),
      (.refunded(67_932), 341), (.refunded(1), 0), (.reversed(nil), 0), (.reversed(50_000), 0),
    ] as [(CoinPurchase.Fate, Int64)])
  func `of two chests so much stays taken back`(fate: CoinPurchase.Fate, takenBack: Int64) {
    let chest = CoinProduct.known[2]
    let purchase = CoinPurchase(
      number: 1, customer: CoinCustomer(name: "ann", token: nil, registers: false), product: chest,
      quantity: 2, fate: fate)
    #expect(purchase.grants.map(\.coin) == ["dust", "gem"])
    #expect(purchase.grants.map(\.amount) == [66, 502])
    #expect(purchase.grants[1].takenBack == takenBack)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a plan tries as much as was asked for, and nothing is settled before it is reserved`(
    seed: UInt64
  ) throws {
    let plan = CoinPlan(attempts: 1_200, seed: seed)
    #expect(plan.attempts == CoinPlan(attempts: 1_200, seed: seed).attempts)
    #expect(plan.attempts.count == 1_200)
    #expect(Set(plan.asks.map(\.key)).count == plan.asks.count)
    for ask in plan.asks {
      guard let reservation = ask.reservation else { continue }
      let reserve = try #require(plan.asks.first { $0.key == reservation })
      let first = try #require(plan.attempts.firstIndex(of: .ask(reserve)))
      #expect(first < (try #require(plan.attempts.firstIndex(of: .ask(ask)))))
    }
  }
}
