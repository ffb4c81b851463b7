import AppStoreSimulator
import Testing

struct TruthStatusTests {
  private typealias Status = CustomerTruth.SubscriptionTruth.Status
  private let january = Int64.on("2026-01-01")
  private let february = Int64.on("2026-02-01")
  private let march = Int64.on("2026-03-01")

  private func month() -> TruthChronicle {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    return chronicle
  }

  private func statuses(_ chronicle: TruthChronicle, at moments: Int64...) -> [Status?] {
    moments.map { chronicle.truth(at: $0).subscriptions.first?.status }
  }

  @Test func `a period not renewed expires at its end`() {
    #expect(
      statuses(month(), at: january - 1, january, february - 1, february)
        == [nil, .active, .active, .expired])
  }

  @Test func `trouble goes from grace to retry to the end`() {
    var chronicle = month()
    let graceEnd = february + Int64(16).days
    let lapse = february + Int64(60).days
    chronicle.add(february, .graced(chain: "c1", until: graceEnd))
    chronicle.add(graceEnd, .retried(chain: "c1"))
    chronicle.add(lapse, .lapsed(chain: "c1"))
    #expect(
      statuses(chronicle, at: february - 1, february, graceEnd - 1, graceEnd, lapse - 1, lapse)
        == [.active, .gracePeriod, .gracePeriod, .billingRetry, .billingRetry, .expired])
    let status = chronicle.truth(at: february).subscriptions.first
    #expect(status?.expiresAt.milliseconds == february)
    #expect(status?.gracePeriodExpiresAt?.milliseconds == graceEnd)
    #expect(chronicle.truth(at: graceEnd).subscriptions.first?.gracePeriodExpiresAt == nil)
  }

  @Test func `grace that runs out is followed by retry, reported or not`() {
    var chronicle = month()
    chronicle.add(february, .graced(chain: "c1", until: february + Int64(16).days))
    #expect(statuses(chronicle, at: march) == [.billingRetry])
  }

  @Test func `grace ends by being paid`() {
    var chronicle = month()
    let charge = february + Int64(7).days
    let graceEnd = february + Int64(40).days
    chronicle.add(february, .graced(chain: "c1", until: graceEnd))
    chronicle.serve("t2", february, march, chargedAt: charge)
    #expect(
      statuses(chronicle, at: charge - 1, charge, march) == [.gracePeriod, .active, .expired])
  }

  @Test func `retry without grace ends by being paid`() {
    var chronicle = month()
    chronicle.add(february, .retried(chain: "c1"))
    chronicle.serve("t2", february + Int64(9).days, march)
    #expect(
      statuses(chronicle, at: february, february + Int64(9).days) == [.billingRetry, .active])
  }

  @Test(arguments: [Int64(100_000), 30_000])
  func `a refunded period is revoked, also past its end, until the refund is undone`(
    share: Int64
  ) {
    var chronicle = month()
    let refund = january + Int64(9).days
    chronicle.add(refund, .refunded(transaction: "t1", share: share))
    chronicle.add(february, .lapsed(chain: "c1"))
    chronicle.add(march, .refundReversed(transaction: "t1"))
    #expect(
      statuses(chronicle, at: refund - 1, refund, february, march)
        == [.active, .revoked, .revoked, .expired])
  }

  @Test func `a refund of an older period leaves the live one alone`() {
    var chronicle = month()
    chronicle.serve("t2", february, march)
    chronicle.add(february + 1, .refunded(transaction: "t1", share: 100_000))
    #expect(statuses(chronicle, at: february + 1, march) == [.active, .expired])
  }

  @Test func `a family's share that ended is revoked`() {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february, isShared: true)
    chronicle.add(january + 1, .unshared(transaction: "t1"))
    #expect(statuses(chronicle, at: january, january + 1, march) == [.active, .revoked, .revoked])
  }

  @Test func `an extension moves the end and forgets the trouble before it`() {
    var chronicle = month()
    chronicle.add(february, .graced(chain: "c1", until: february + Int64(50).days))
    chronicle.add(february + 1, .extended(transaction: "t1", until: march))
    #expect(
      statuses(chronicle, at: february, february + 1, march - 1, march)
        == [.gracePeriod, .active, .active, .expired])
    #expect(chronicle.truth(at: march).subscriptions.first?.expiresAt.milliseconds == march)
  }

  @Test func `the status names the period begun last`() {
    var chronicle = month()
    chronicle.add(february, .lapsed(chain: "c1"))
    chronicle.serve("t2", march, .on("2026-04-01"), product: "silver")
    let statuses = [february, march].map { chronicle.truth(at: $0).subscriptions }
    #expect(statuses.map { $0.map(\.transactionId) } == [["t1"], ["t2"]])
    #expect(statuses.map { $0.map(\.productId) } == [["gold"], ["silver"]])
  }

  @Test func `each chain has its own status`() {
    var chronicle = month()
    chronicle.serve("t2", january, march, chain: "c2", group: "g2")
    chronicle.add(february, .retried(chain: "c1"))
    #expect(chronicle.truth(at: february).subscriptions.map(\.status) == [.billingRetry, .active])
  }
}
