import Ledger
import Testing

/// Grace that Apple told by the status 4 alone, after a month from 3 January to 3 February (days 2 to 33) whose
/// renewal failed. Twenty-eight days end on 3 March, day 61.
struct StatusGraceTests {
  private static let end = on("2026-02-03")

  /// Returns the month, and the failure of its renewal as Apple told it a minute after the end.
  private func failed(grace: Double? = nil, retry: Bool? = true) -> Given {
    var given = Given()
    given.bought("1", from: on("2026-01-03"), to: Self.end)
    given.renews(said: on("2026-01-03"), renewalDate: Self.end, status: .active)
    given.renews(
      said: Self.end + 60 * oneSecond, renewalDate: Self.end, grace: grace, retry: retry, intent: 2,
      status: .grace)
    return given
  }

  /// Returns the same facts in other orders, some of them doubled.
  private func orders(of given: Given) -> [Given] {
    let doubled = given.events + given.events.reversed()
    return [given.events.reversed(), doubled, [given.events[0]] + given.events].map { events in
      var other = given
      other.events = events
      return other
    }
  }

  @Test(arguments: [
    (on("2026-02-03"), true), (33 + oneHour, true), (60, true), (61 - oneSecond, true), (61, false),
  ])
  func `lasts for twenty-eight days at most`(at: Double, isGrace: Bool) throws {
    let given = failed()
    for given in orders(of: given) + [given] {
      let entitlements = given.entitlements(on: at)
      #expect(entitlements.map(\.state) == (isGrace ? [.gracePeriod] : []))
      #expect(entitlements.allSatisfy { $0.expiresAt == day(61) && $0.isUncertain })
      #expect(entitlements.allSatisfy { $0.because.contains(given.events[2].id) })
      let status = try #require(given.status(on: at))
      #expect(status.status == (isGrace ? .gracePeriod : .billingRetry))
      #expect(status.gracePeriodExpiresAt == day(61))
      #expect(status.isUncertain)
      #expect(!status.renewalOverdue)
    }
  }

  @Test func `begins at the expiry, however late it was told`() {
    var given = Given()
    given.bought("1", from: 2, to: 33)
    given.renews(said: 40, renewalDate: 33, retry: true, status: .grace)
    #expect(given.entitlements(on: 32).map(\.state) == [.active])
    #expect(given.entitlements(on: 33).map(\.state) == [.gracePeriod])
    #expect(given.entitlements(on: 60.9).map(\.state) == [.gracePeriod])
  }

  @Test func `leaves the end of the period before it certain`() throws {
    let given = failed()
    let entitlement = try #require(given.entitlements(on: 20).first)
    #expect(entitlement.expiresAt == day(33) && !entitlement.isUncertain)
  }

  @Test(arguments: [
    RenewalStatus.active, .expired, .billingRetry, .revoked, RenewalStatus(rawValue: 6),
  ])
  func `is ended by any newer status`(status: RenewalStatus) throws {
    var given = failed()
    given.renews(said: 40, renewalDate: 33, retry: true, intent: 2, status: status)
    given.renews(said: 45, renewalDate: 33, retry: true, intent: 2, status: .billingRetry)
    for given in orders(of: given) + [given] {
      let before = try #require(given.entitlements(on: 39.9).first)
      #expect(before.expiresAt == day(40) && before.isUncertain)
      #expect(given.entitlements(on: 40).isEmpty)
      #expect(given.status(on: 40)?.status == .billingRetry)
    }
  }

  @Test(arguments: [true, false])
  func `is ended by the next period`(isStatusTold: Bool) throws {
    var given = failed()
    given.bought("2", from: 38, to: 69, reason: "RENEWAL")
    if isStatusTold { given.renews(said: 38, renewalDate: 69, status: .active) }
    for given in orders(of: given) + [given] {
      let before = try #require(given.entitlements(on: 37.9).first)
      #expect(before.state == .gracePeriod && before.expiresAt == day(38) && before.isUncertain)
      let after = try #require(given.entitlements(on: 38).first)
      #expect(after.transactionID == "2" && after.state == .active && !after.isUncertain)
      #expect(given.status(on: 38)?.isUncertain == false)
      #expect(given.entitlements(on: 69).isEmpty)
    }
  }

  @Test func `is not ended by a newer renewal without a status`() {
    var given = failed()
    given.renews(said: 36, renewalDate: 33, retry: true, intent: 2)
    given.renews(said: 37, autoRenew: false, renewalDate: 33, retry: false, intent: 1)
    for given in orders(of: given) + [given] {
      #expect(given.entitlements(on: 60).map(\.expiresAt) == [day(61)])
    }
  }

  @Test func `that Apple told once more stands`() {
    var given = failed()
    given.renews(said: 40, renewalDate: 33, retry: true, intent: 2, status: .billingRetry)
    given.renews(said: 41, renewalDate: 33, retry: true, intent: 2, status: .grace)
    #expect(given.entitlements(on: 60).map(\.state) == [.gracePeriod])
    given.renews(said: 42, renewalDate: 33, retry: true, intent: 2, status: .billingRetry)
    #expect(given.entitlements(on: 41.9).map(\.expiresAt) == [day(42)])
    #expect(given.entitlements(on: 42).isEmpty)
  }

  @Test func `gives way to a date of the same end, told before or after it`() {
    var given = failed()
    given.renews(said: 34, renewalDate: 33, grace: 49, retry: true, intent: 2, status: .grace)
    given.renews(said: 35, renewalDate: 33, retry: true, intent: 2, status: .grace)
    for given in orders(of: given) + [given] {
      let entitlements = given.entitlements(on: 48.9)
      #expect(entitlements.map(\.expiresAt) == [day(49)])
      #expect(entitlements.map(\.isUncertain) == [false])
      #expect(given.status(on: 48.9)?.isUncertain == false)
      #expect(given.entitlements(on: 49).isEmpty)
      #expect(given.status(on: 49)?.status == .billingRetry)
    }
  }

  @Test func `stands where the date is denied without a status, up to that date`() throws {
    var given = failed(grace: 49)
    given.renews(said: 36, renewalDate: 33, retry: true, intent: 2)
    for given in orders(of: given) + [given] {
      let entitlement = try #require(given.entitlements(on: 40).first)
      #expect(entitlement.expiresAt == day(49) && entitlement.isUncertain)
      #expect(given.entitlements(on: 49).isEmpty)
    }
  }

  @Test func `a date of an earlier grace that is repeated beside the status is none`() {
    #expect(failed(grace: 16).entitlements(on: 60).map(\.expiresAt) == [day(61)])
  }

  @Test func `the status needs no flag of a retry beside it`() {
    #expect(failed(retry: nil).entitlements(on: 60).map(\.state) == [.gracePeriod])
    #expect(failed(grace: 49, retry: false).entitlements(on: 48).map(\.expiresAt) == [day(49)])
  }

  @Test func `no grace follows a refund`() {
    var given = failed()
    given.bought("1", from: 2, to: 33, revocation: refund(on: 20), said: 50)
    #expect(given.entitlements(on: 35).isEmpty)
    #expect(given.status(on: 35)?.status == .revoked)
  }

  /// 31 days of the first month, and of the second either its 31 days from the old expiry, or those since the
  /// charge on day 43, which are 21.
  @Test(arguments: [(RenewalStatus.grace, 62.0), (.billingRetry, 52)])
  func `a charge within it counts from the old expiry`(last: RenewalStatus, days: Double) throws {
    var given = failed()
    given.renews(said: 40, renewalDate: 33, retry: true, intent: 2, status: last)
    given.bought("2", from: 43, to: 64, reason: "RENEWAL")
    given.renews(said: 43, renewalDate: 64, status: .active)
    for given in orders(of: given) + [given] {
      #expect(try given.tenure(on: 64).total.days == days)
    }
  }

  @Test func `is service of a subscriber, to its end`() throws {
    let history = try #require(failed().histories.first)
    let course = SubscriberCourse(history, [:])
    #expect(course.period(before: day(60.9))?.transactionID == "1")
    #expect(course.period(before: day(61.1)) == nil)
  }

  @Test func `an end of it is an end by billing`() throws {
    var given = Given()
    given.bought("1", from: 2, to: 33)
    given.renews(said: 33.1, renewalDate: 33, retry: nil, status: .grace)
    let periods = given.state.servicePeriods().values.flatMap(\.self)
    #expect(ToldEnds(given.events).ends(of: periods)["1"]?.reason == .billing)
  }
}
