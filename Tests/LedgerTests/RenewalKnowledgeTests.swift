import Ledger
import Testing

struct RenewalKnowledgeTests {
  @Test func `of an earlier end does not silence a later one`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, autoRenew: false, renewalDate: 30, intent: 1)
    given.bought("2", from: 70, to: 100)
    #expect(given.status(on: 69)?.renewalOverdue == false)
    #expect(given.status(on: 99)?.renewalOverdue == false)
    #expect(given.status(on: 101)?.renewalOverdue == true)
  }

  @Test func `from before a renewal does not silence its end`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 5, autoRenew: false, renewalDate: 30)
    #expect(given.status(on: 31)?.renewalOverdue == false)
    given.bought("2", from: 30, to: 60, reason: "RENEWAL")
    #expect(given.status(on: 61)?.renewalOverdue == true)
  }

  @Test(arguments: [(29.9, false), (30, true)])
  func `that is missing makes a renewal overdue`(at: Double, overdue: Bool) {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    #expect(given.status(on: at)?.renewalOverdue == overdue)
  }

  @Test(arguments: [(31.0, false), (89.9, false), (91, true)])
  func `of why a charge failed is no answer while Apple retries`(at: Double, overdue: Bool) {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, renewalDate: 30, retry: true, intent: 2)
    #expect(given.status(on: at)?.renewalOverdue == overdue)
  }

  @Test func `of a later end proves that a period is missing`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 60, renewalDate: 60, retry: true, intent: 2)
    #expect(given.status(on: 29)?.renewalOverdue == false)
    #expect(given.status(on: 45)?.status == .expired)
    #expect(given.status(on: 45)?.renewalOverdue == true)
    #expect(given.status(on: 119)?.status == .billingRetry)
    #expect(given.status(on: 119)?.renewalOverdue == true)
    #expect(given.status(on: 120)?.status == .expired)
  }

  @Test func `of a later end speaks of grace from that end on`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 60, renewalDate: 60, grace: 76, retry: true, intent: 2)
    #expect(given.entitlements(on: 45).isEmpty)
    #expect(given.entitlements(on: 60).map(\.state) == [.gracePeriod])
    #expect(given.entitlements(on: 76).isEmpty)
  }

  @Test func `of a later end proves a missing period after a refunded one too`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, revocation: refund(on: 10), said: 10)
    #expect(given.status(on: 31)?.renewalOverdue == false)
    given.renews(said: 31, renewalDate: 60)
    #expect(given.status(on: 15)?.renewalOverdue == false)
    #expect(given.status(on: 31)?.renewalOverdue == true)
  }

  @Test func `of what an unknown upgrade led to leaves its period missing`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, upgraded: true, reason: "PURCHASE", said: 10)
    given.renews(said: 10, renewalDate: 40)
    #expect(given.status(on: 9)?.renewalOverdue == false)
    #expect(given.status(on: 10)?.renewalOverdue == true)
    #expect(given.status(on: 31)?.renewalOverdue == true)
  }

  @Test func `of an extended period may name the end before the extension`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 5, autoRenew: false, renewalDate: 30)
    given.bought("1", from: 0, to: 37, said: 9)
    #expect(given.status(on: 20)?.autoRenew == false)
    #expect(given.status(on: 38)?.renewalOverdue == false)
  }

  @Test func `without a date is of the period begun when it was said`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 5, autoRenew: false, renewalDate: nil)
    #expect(given.status(on: 31)?.renewalOverdue == false)
    given.bought("2", from: 30, to: 60)
    #expect(given.status(on: 31)?.autoRenew == nil)
    #expect(given.status(on: 61)?.renewalOverdue == true)
  }

  @Test func `is given for the period it speaks of and for those before`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(
      said: 5, autoRenew: false, as: "silver.monthly", renewalDate: 30, consent: 0,
      offer: Offer(type: 2))
    given.bought("2", from: 30, to: 60, said: 29)
    let first = try #require(given.entitlements(on: 10).first)
    #expect(first.willRenew == false)
    #expect(first.renewsAs == "silver.monthly")
    #expect(given.status(on: 10)?.priceIncreaseStatus == 0)
    #expect(given.status(on: 10)?.nextOffer == Offer(type: 2))
    let second = try #require(given.entitlements(on: 40).first)
    #expect(second.willRenew == nil)
    #expect(second.renewsAs == nil)
    #expect(second.confirmedAt == day(29))
    #expect(second.because == [given.events[2].id])
    let status = try #require(given.status(on: 40))
    #expect(status.autoRenew == nil && status.renewsAs == nil)
    #expect(status.priceIncreaseStatus == nil && status.nextOffer == nil)
    #expect(status.confirmedAt == day(29))
    #expect(status.because == [given.events[2].id])
  }
}
