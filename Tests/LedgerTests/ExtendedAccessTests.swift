import Ledger
import Testing

/// Access that Apple told by the status 1 and the renewal date alone: of a month from day 0 to day 30, Apple told on
/// day 10 that it renews on day 60, and the transaction stayed as it was.
struct ExtendedAccessTests {
  private func extended(trust: Trust = .signed) -> Given {
    var given = Given()
    given.bought("1", from: 0, to: 30, trust: trust)
    given.renews(said: 0, renewalDate: 30, status: .active)
    given.renews(said: 10, renewalDate: 60, status: .active)
    return given
  }

  private func orders(of given: Given) -> [Given] {
    [given.events, given.events.reversed(), given.events + given.events.reversed()].map { events in
      var other = given
      other.events = events
      return other
    }
  }

  @Test(arguments: [(29.0, true), (30, true), (59.9, true), (60, false), (61, false)])
  func `lasts to the renewal date`(at: Double, isActive: Bool) throws {
    for given in orders(of: extended()) {
      let entitlements = given.entitlements(on: at)
      #expect(entitlements.map(\.state) == (isActive ? [.active] : []))
      #expect(entitlements.allSatisfy { $0.expiresAt == day(60) && $0.isUncertain })
      #expect(entitlements.allSatisfy { !$0.renewalOverdue })
      let status = try #require(given.status(on: at))
      #expect(status.status == (isActive ? .active : .expired))
      #expect(status.expiresAt == day(60) && status.isUncertain)
      #expect(status.renewalOverdue == !isActive)
    }
  }

  @Test(arguments: [RenewalStatus.expired, .billingRetry, .revoked])
  func `is ended by a newer status`(status: RenewalStatus) throws {
    var given = extended()
    given.renews(said: 45, autoRenew: false, renewalDate: 60, intent: 1, status: status)
    for given in orders(of: given) {
      for moment in [29, 44.9] {
        let entitlement = try #require(given.entitlements(on: moment).first)
        #expect(entitlement.expiresAt == day(45) && entitlement.isUncertain)
      }
      #expect(given.entitlements(on: 45).isEmpty)
      #expect(given.status(on: 45)?.status == .expired)
      #expect(given.status(on: 45)?.renewalOverdue == false)
      #expect(given.status(on: 61)?.renewalOverdue == false)
    }
  }

  @Test func `is ended by a newer renewal date that takes it back`() {
    var given = extended()
    given.renews(said: 20, renewalDate: 30, status: .active)
    for given in orders(of: given) {
      #expect(given.entitlements(on: 29).map(\.expiresAt) == [day(30)])
      #expect(given.entitlements(on: 29).map(\.isUncertain) == [false])
      #expect(given.entitlements(on: 30).isEmpty)
    }
  }

  @Test func `goes on to a later renewal date`() {
    var given = extended()
    given.renews(said: 50, renewalDate: 67, status: .active)
    for given in orders(of: given) {
      #expect(given.entitlements(on: 66).map(\.expiresAt) == [day(67)])
      #expect(given.entitlements(on: 40).map(\.expiresAt) == [day(67)])
    }
  }

  /// Apple renews on the day, ahead of it, or the customer buys another subscription before.
  @Test(arguments: [(60.0, 60.0), (60, 59.5), (50, 50)])
  func `is ended by the next period`(start: Double, said: Double) throws {
    var given = extended()
    given.bought(
      "2", from: start, to: start + 30, reason: start == 60 ? "RENEWAL" : "PURCHASE", said: said)
    given.renews(said: said, renewalDate: start + 30, status: .active)
    for given in orders(of: given) {
      let before = try #require(given.entitlements(on: start - 0.1).first)
      #expect(before.transactionID == "1" && before.expiresAt == day(start) && before.isUncertain)
      let after = try #require(given.entitlements(on: start).first)
      #expect(after.transactionID == "2" && after.expiresAt == day(start + 30))
      #expect(!after.isUncertain)
      #expect(given.entitlements(on: start + 30).isEmpty)
    }
  }

  @Test func `is ended by a refund`() {
    var given = extended()
    given.bought("1", from: 0, to: 30, revocation: refund(on: 40), said: 40)
    #expect(given.entitlements(on: 39).map(\.expiresAt) == [day(40)])
    #expect(given.status(on: 41)?.status == .revoked)
  }

  @Test func `does not follow from a renewal date that was told before the expiry`() {
    var given = extended()
    given.bought("1", from: 0, to: 37, said: 12)
    for given in orders(of: given) {
      #expect(given.entitlements(on: 36).map(\.expiresAt) == [day(37)])
      #expect(given.entitlements(on: 36).map(\.isUncertain) == [false])
      #expect(given.entitlements(on: 37).isEmpty)
    }
  }

  @Test(arguments: [nil, RenewalStatus.billingRetry, .expired, .grace])
  func `does not follow from another status or none`(status: RenewalStatus?) {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 10, renewalDate: 60, status: status)
    #expect(given.entitlements(on: 40).isEmpty)
    #expect(given.status(on: 40)?.renewalOverdue == true)
  }

  @Test func `does not fill the time before a return`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, autoRenew: false, renewalDate: 30, intent: 1, status: .expired)
    given.bought("2", from: 70, to: 100, reason: "PURCHASE")
    given.renews(said: 70, renewalDate: 100, status: .active)
    for given in orders(of: given) {
      #expect(given.entitlements(on: 50).isEmpty)
      #expect(given.status(on: 50)?.expiresAt == day(30))
    }
  }

  @Test func `does not follow from milliseconds that a receipt leaves out`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, trust: .receipt)
    given.renews(said: 10, renewalDate: 30 + oneSecond * 0.4, status: .active)
    #expect(given.entitlements(on: 29).map(\.isUncertain) == [false])
    #expect(given.entitlements(on: 30).isEmpty)
  }

  @Test func `does not replace a grace after the renewal date`() {
    var given = extended()
    given.renews(said: 60, renewalDate: 60, grace: 76, retry: true, intent: 2, status: .grace)
    #expect(given.entitlements(on: 59).map(\.state) == [.active])
    #expect(given.entitlements(on: 75).map(\.state) == [.gracePeriod])
    #expect(given.entitlements(on: 75).map(\.expiresAt) == [day(76)])
    #expect(given.status(on: 76)?.status == .billingRetry)
  }

  /// The thirty days of the month are kept for sixty days after day 30.
  @Test(arguments: [(29.0, 29.0), (45, 30), (61, 30), (89, 30), (92, 0)])
  func `adds nothing to tenure`(at: Double, days: Double) throws {
    let given = extended()
    let plain = given.fold(Array(given.events[..<2]))
    let histories = ServiceHistory.histories(of: [plain])
    #expect(try given.tenure(on: at) == histories.first?.evaluate(at: day(at)))
    #expect(try given.tenure(on: at).total.days == days)
    let course = SubscriberCourse(try #require(given.histories.first), [:])
    #expect((course.period(before: day(at)) != nil) == (at < 30))
  }
}
