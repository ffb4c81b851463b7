import AppStoreSimulator
import Testing

struct TruthOwnershipTests {
  private let january = Int64.on("2026-01-01")
  private let february = Int64.on("2026-02-01")
  private let march = Int64.on("2026-03-01")

  private func owned(_ chronicle: TruthChronicle, at moments: Int64...) -> [[String]] {
    moments.map { moment in chronicle.truth(at: moment).owned.map(\.transactionId) }
  }

  @Test func `nothing is owned before it is bought`() {
    var chronicle = TruthChronicle()
    chronicle.buy("t1", at: january, .nonConsumable)
    #expect(owned(chronicle, at: january - 1, january) == [[], ["t1"]])
  }

  @Test(arguments: [Int64(100_000), 1])
  func `a refund of any share takes a non-consumable, its reversal gives it back`(share: Int64) {
    var chronicle = TruthChronicle()
    chronicle.buy("t1", at: january, .nonConsumable)
    chronicle.add(february, .refunded(transaction: "t1", share: share))
    chronicle.add(march, .refundReversed(transaction: "t1"))
    #expect(
      owned(chronicle, at: february - 1, february, march - 1, march) == [["t1"], [], [], ["t1"]])
  }

  @Test func `what was refunded, given back and refunded again is gone`() {
    var chronicle = TruthChronicle()
    chronicle.buy("t1", at: january, .nonConsumable)
    chronicle.add(january + 1, .refunded(transaction: "t1", share: 100_000))
    chronicle.add(january + 2, .refundReversed(transaction: "t1"))
    chronicle.add(january + 3, .refunded(transaction: "t1", share: 50_000))
    #expect(owned(chronicle, at: january + 2, january + 3) == [["t1"], []])
  }

  @Test func `consumables are never owned`() {
    var chronicle = TruthChronicle()
    chronicle.buy("t1", at: january, .consumable)
    #expect(owned(chronicle, at: january) == [[]])
  }

  @Test func `the last non-renewing subscription not refunded stays for ever`() {
    var chronicle = TruthChronicle()
    chronicle.buy("t1", at: january, .nonRenewing, product: "season")
    chronicle.buy("t2", at: february, .nonRenewing, product: "season")
    chronicle.buy("t3", at: february, .nonRenewing, product: "winter")
    chronicle.add(march, .refunded(transaction: "t2", share: 100_000))
    #expect(
      owned(chronicle, at: january, february, march, .on("2046-01-01"))
        == [["t1"], ["t2", "t3"], ["t1", "t3"], ["t1", "t3"]])
  }

  /// Forty days from 1 January and forty more from 10 February; a refund of the first leaves those from
  /// 1 February.
  @Test func `passes that follow each other add up, and end`() {
    var chronicle = TruthChronicle()
    chronicle.buy("t1", at: january, .nonRenewing, product: "season", days: 40)
    chronicle.buy("t2", at: february, .nonRenewing, product: "season", days: 40)
    let end = Int64.on("2026-03-22")
    #expect(owned(chronicle, at: january, february, end - 1, end) == [["t1"], ["t2"], ["t2"], []])
    #expect(
      chronicle.truth(at: february).owned.map(\.expiresAt?.text) == ["2026-03-22T00:00:00.000Z"])
    chronicle.add(march, .refunded(transaction: "t1", share: 100_000))
    #expect(
      owned(chronicle, at: march, .on("2026-03-12"), .on("2026-03-13")) == [["t2"], ["t2"], []])
  }

  @Test func `a family's share stands beside an own purchase until it ends`() {
    var chronicle = TruthChronicle()
    chronicle.buy("t1", at: january, .nonConsumable, isShared: true)
    chronicle.buy("t2", at: january, .nonConsumable)
    chronicle.serve("t3", january, march, chain: "c1", isShared: true)
    chronicle.serve("t4", january, march, chain: "c2")
    let truth = chronicle.truth(at: january)
    #expect(truth.owned.map(\.transactionId) == ["t3", "t4", "t1", "t2"])
    #expect(
      truth.owned.map(\.ownership) == [.familyShared, .purchased, .familyShared, .purchased])
    chronicle.add(february, .unshared(transaction: "t1"))
    chronicle.add(february, .unshared(transaction: "t3"))
    #expect(
      owned(chronicle, at: february - 1, february) == [["t3", "t4", "t1", "t2"], ["t4", "t2"]])
  }

  @Test func `a subscription is owned from its beginning to just before its end`() {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    #expect(
      owned(chronicle, at: january - 1, january, february - 1, february)
        == [[], ["t1"], ["t1"], []])
  }

  @Test func `a renewal known ahead is owned when it begins`() {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    chronicle.serve("t2", february, march, knownAt: february - Int64(1).days)
    #expect(owned(chronicle, at: february - 1, february) == [["t1"], ["t2"]])
  }

  @Test func `an upgrade takes the place of the old period and of the renewal known ahead`() {
    var chronicle = TruthChronicle()
    let upgrade = february - Int64(2).hours
    chronicle.serve("t1", january, february)
    chronicle.serve("t2", february, march, knownAt: february - Int64(1).days)
    chronicle.add(upgrade, .replaced(transaction: "t1"))
    chronicle.add(upgrade, .replaced(transaction: "t2"))
    chronicle.serve("t3", upgrade, march - Int64(2).hours, product: "platinum")
    #expect(owned(chronicle, at: upgrade - 1, upgrade, february) == [["t1"], ["t3"], ["t3"]])
    #expect(chronicle.truth(at: march).subscriptions.map(\.transactionId) == ["t3"])
  }

  @Test func `of two periods that cover a moment the one begun later is owned`() {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    chronicle.add(january + Int64(5).days, .refunded(transaction: "t1", share: 100_000))
    chronicle.serve("t2", january + Int64(6).days, january + Int64(20).days)
    chronicle.add(january + Int64(8).days, .refundReversed(transaction: "t1"))
    #expect(
      owned(
        chronicle, at: january + Int64(5).days, january + Int64(8).days, january + Int64(20).days)
        == [[], ["t2"], ["t1"]])
  }

  @Test func `grace is access, retry is not`() {
    var chronicle = TruthChronicle()
    let graceEnd = february + Int64(16).days
    chronicle.serve("t1", january, february)
    chronicle.add(february, .graced(chain: "c1", until: graceEnd))
    let inGrace = chronicle.truth(at: graceEnd - 1).owned
    #expect(inGrace.map(\.state) == [.gracePeriod])
    #expect(inGrace.map(\.expiresAt?.milliseconds) == [february])
    #expect(owned(chronicle, at: graceEnd) == [[]])
  }

  @Test func `chains of two groups are owned side by side`() {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, march, chain: "c1", group: "g1", product: "gold")
    chronicle.serve("t2", january, february, chain: "c2", group: "g2", product: "cloud")
    #expect(owned(chronicle, at: january, february) == [["t2", "t1"], ["t1"]])
  }
}
