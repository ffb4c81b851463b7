import Ledger
import Testing

struct GraceTests {
  @Test func `is over where Apple has stopped trying, be its date repeated`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, renewalDate: 30, grace: 46, retry: true, intent: 2)
    given.renews(said: 33, autoRenew: false, renewalDate: 30, grace: 46, retry: false, intent: 1)
    #expect(given.status(on: 32)?.status == .gracePeriod)
    #expect(given.status(on: 33)?.status == .expired)
    #expect(given.entitlements(on: 34).isEmpty)
  }

  @Test func `is not remembered from a fact that says nothing is tried`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 33, autoRenew: false, renewalDate: 30, grace: 46, retry: false, intent: 1)
    #expect(given.entitlements(on: 34).isEmpty)
    given.bought("2", from: 100, to: 130)
    #expect(given.entitlements(on: 34).isEmpty)
  }

  @Test(arguments: [30.0, 32.9, 33, 40])
  func `that was withdrawn had been given until then`(at: Double) {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, renewalDate: 30, grace: 46, retry: true, intent: 2)
    given.renews(said: 31, renewalDate: 30, grace: 46, retry: true, intent: 2)
    given.renews(said: 33, autoRenew: false, renewalDate: 30, intent: 1)
    given.renews(said: 35, autoRenew: false, renewalDate: 30, intent: 1)
    for _ in 0..<2 {
      let answer = given.entitlements(on: at)
      #expect(answer.map(\.state) == (at < 33 ? [.gracePeriod] : []))
      #expect(answer.allSatisfy { $0.expiresAt == day(33) })
      #expect(answer.allSatisfy { $0.because.contains(given.events[1].id) })
      given.bought("2", from: 100, to: 130)
      given.renews(said: 100, renewalDate: 130)
    }
  }

  @Test func `that was given once more stands`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, renewalDate: 30, grace: 46, retry: true, intent: 2)
    given.renews(said: 33, renewalDate: 30, retry: true, intent: 2)
    given.renews(said: 34, renewalDate: 30, grace: 46, retry: true, intent: 2)
    #expect(given.entitlements(on: 45).map(\.state) == [.gracePeriod])
  }

  @Test func `that was shortened ends at its newer date`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, renewalDate: 30, grace: 46, retry: true, intent: 2)
    given.renews(said: 31, renewalDate: 30, grace: 33, retry: true, intent: 2)
    #expect(given.entitlements(on: 32).map(\.expiresAt) == [day(33)])
    #expect(given.entitlements(on: 34).isEmpty)
  }

  @Test func `without a renewal date follows the period that had ended before`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, renewalDate: nil, grace: 46, retry: true, intent: 2)
    #expect(given.entitlements(on: 35).map(\.state) == [.gracePeriod])
    given.bought("2", from: 40, to: 70)
    given.renews(said: 40, renewalDate: nil)
    #expect(given.entitlements(on: 35).map(\.state) == [.gracePeriod])
    #expect(given.entitlements(on: 35).first?.because.contains(given.events[1].id) == true)
    #expect(given.entitlements(on: 70).isEmpty)
  }

  @Test func `without a renewal date follows no period that ended long ago`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 300, renewalDate: nil, grace: 316, retry: true, intent: 2)
    #expect(given.entitlements(on: 35).isEmpty)
    #expect(given.entitlements(on: 301).isEmpty)
  }

  @Test func `by a shared secret counts now and is not remembered`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(
      said: 30, renewalDate: 30, grace: 46, retry: true, intent: 2, trust: .sharedSecret)
    #expect(given.entitlements(on: 35).map(\.state) == [.gracePeriod])
    given.renews(said: 40, renewalDate: 60)
    #expect(given.entitlements(on: 35).isEmpty)
  }
}
