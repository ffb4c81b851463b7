import AppStoreSimulator
import Testing

struct TruthMoneyTests {
  private let january = Int64.on("2026-01-01")
  private let february = Int64.on("2026-02-01")
  private let march = Int64.on("2026-03-01")

  private func lines(_ amounts: [CustomerTruth.Amount]) -> [String] {
    amounts.map { "\($0.milliunits) \($0.currency)" }
  }

  @Test func `prices are added by currency when they are charged`() {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february, price: Money(9_990, "USD"))
    chronicle.serve("t2", february, march, knownAt: february - 500, price: Money(9_990, "USD"))
    chronicle.buy("t3", at: february, .consumable, quantity: 3, price: Money(600_000, "JPY"))
    let sums = [january - 1, january, february - 1, february].map { moment in
      lines(chronicle.truth(at: moment).paid)
    }
    #expect(sums == [[], ["9990 USD"], ["9990 USD"], ["600000 JPY", "19980 USD"]])
  }

  @Test func `what is free or shared is not paid`() {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february, price: Money(0, "USD"))
    chronicle.serve("t2", january, february, chain: "c2", isShared: true)
    chronicle.buy("t3", at: january, .nonConsumable, isShared: true)
    #expect(chronicle.truth(at: february).paid == [])
  }

  @Test func `refunds count while they stand, each rounded down`() {
    var chronicle = TruthChronicle()
    chronicle.buy("t1", at: january, .nonConsumable, price: Money(1_990, "USD"))
    chronicle.buy("t2", at: january, .consumable, price: Money(1_990, "USD"))
    chronicle.serve("t3", january, february, price: Money(4_990, "EUR"))
    chronicle.add(january + 1, .refunded(transaction: "t1", share: 33_333))
    chronicle.add(january + 1, .refunded(transaction: "t2", share: 33_333))
    chronicle.add(january + 2, .refunded(transaction: "t3", share: 100_000))
    chronicle.add(january + 3, .refundReversed(transaction: "t3"))
    let sums = (0...3).map { lines(chronicle.truth(at: january + $0).refunded) }
    #expect(sums == [[], ["1326 USD"], ["4990 EUR", "1326 USD"], ["1326 USD"]])
    #expect(lines(chronicle.truth(at: march).paid) == ["4990 EUR", "3980 USD"])
  }

  @Test func `what an upgrade gives back is no refund`() {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    chronicle.add(january + 1, .replaced(transaction: "t1"))
    chronicle.serve("t2", january + 1, february)
    let truth = chronicle.truth(at: january + 1)
    #expect(lines(truth.paid) == ["19980 USD"])
    #expect(truth.refunded == [])
  }

  @Test func `every consumable is listed with the share taken back`() {
    var chronicle = TruthChronicle()
    chronicle.buy("t1", at: january, .consumable, product: "gems", quantity: 5)
    chronicle.buy("t2", at: february, .consumable, product: "gems")
    chronicle.add(march, .refunded(transaction: "t1", share: 40_000))
    chronicle.add(march + 1, .refundReversed(transaction: "t1"))
    let lists = [january, february, march, march + 1].map { moment in
      chronicle.truth(at: moment).consumables.map {
        "\($0.transactionId) \($0.quantity) \($0.takenBackShare)"
      }
    }
    #expect(
      lists == [
        ["t1 5 0"], ["t1 5 0", "t2 1 0"], ["t1 5 40000", "t2 1 0"], ["t1 5 0", "t2 1 0"],
      ])
  }
}
