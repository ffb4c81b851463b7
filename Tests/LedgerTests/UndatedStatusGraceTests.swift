import Ledger
import Testing

/// Grace that Apple told by the status 4 alone, with neither its end nor the renewal date beside it, after a month
/// from day 2 to day 33. Twenty-eight days end on day 61.
struct UndatedStatusGraceTests {
  private func failed(said: Double = 34) -> Given {
    var given = Given()
    given.bought("1", from: 2, to: 33)
    given.renews(said: said, renewalDate: nil, retry: true, status: .grace)
    return given
  }

  @Test(arguments: [(32.9, Entitlement.State.active), (33, .gracePeriod), (60.9, .gracePeriod)])
  func `runs from the expiry, however late it was told`(at: Double, state: Entitlement.State) throws
  {
    for said in [33, 34, 60] as [Double] {
      let given = failed(said: said)
      let entitlement = try #require(given.entitlements(on: at).first)
      #expect(entitlement.state == state)
      #expect(entitlement.isUncertain == (state == .gracePeriod))
    }
    #expect(failed().entitlements(on: at).map(\.expiresAt) == [day(at < 33 ? 33 : 61)])
  }

  @Test func `lasts for twenty-eight days at most`() throws {
    #expect(failed().entitlements(on: 61).isEmpty)
    let status = try #require(failed().status(on: 61))
    #expect(status.status == .billingRetry && status.gracePeriodExpiresAt == day(61))
    #expect(failed(said: 61).entitlements(on: 61).isEmpty)
    #expect(failed(said: 61).entitlements(on: 40).isEmpty)
  }

  @Test(arguments: [33, nil] as [Double?])
  func `is ended by any newer status`(renewalDate: Double?) {
    var given = failed()
    given.renews(said: 36, renewalDate: nil, retry: true, status: .grace)
    given.renews(said: 40, renewalDate: renewalDate, retry: true, status: .billingRetry)
    #expect(given.entitlements(on: 39.9).map(\.expiresAt) == [day(40)])
    #expect(given.entitlements(on: 40).isEmpty)
  }

  @Test func `gives way to a date of the same expiry`() {
    var given = failed()
    given.renews(said: 35, renewalDate: 33, grace: 49, retry: true, status: .grace)
    #expect(given.entitlements(on: 40).map(\.expiresAt) == [day(49)])
    #expect(given.entitlements(on: 40).map(\.isUncertain) == [false])
  }

  /// Weeks from day 2 on. The third and the fifth were charged late.
  @Test(arguments: [true, false])
  func `follows the period that had begun when it was told`(isRecoveryTold: Bool) throws {
    var given = Given()
    given.bought("1", from: 2, to: 9, reason: "PURCHASE")
    given.bought("2", from: 10, to: 17, reason: "RENEWAL")
    given.renews(said: 17.1, renewalDate: nil, retry: true, status: .grace)
    given.bought("3", from: 19, to: 26, reason: "RENEWAL")
    if isRecoveryTold { given.renews(said: 19, renewalDate: nil, status: .active) }
    given.bought("4", from: 26, to: 33, reason: "RENEWAL")
    given.renews(said: 33.5, renewalDate: nil, retry: true, status: .grace)
    given.bought("5", from: 35, to: 42, reason: "RENEWAL")
    if isRecoveryTold { given.renews(said: 35, renewalDate: nil, status: .active) }
    let states = [9.5, 18, 25, 34, 36, 42].map { given.entitlements(on: $0).map(\.state) }
    #expect(states == [[], [.gracePeriod], [.active], [.gracePeriod], [.active], []])
    let starts = given.state.servicePeriods().values.flatMap(\.self).map(\.start)
    #expect(starts == [2, 10, 17, 26, 33].map(day))
  }

  /// Weeks from day 2 on, of which the first and the third were charged late. The events of the first telling
  /// and of the newest one are kept.
  @Test(arguments: [nil, 26.5] as [Double?])
  func `names the event that told it, and not that of an earlier grace`(repeated: Double?) throws {
    var given = Given()
    given.bought("1", from: 2, to: 9, reason: "PURCHASE")
    given.renews(said: 9.1, renewalDate: nil, retry: true, status: .grace)
    let first = try #require(given.events.last).id
    #expect(given.entitlements(on: 9.5).first?.because.contains(first) == true)
    given.bought("2", from: 12, to: 19, reason: "RENEWAL")
    given.bought("3", from: 19, to: 26, reason: "RENEWAL")
    given.renews(said: 26.1, renewalDate: nil, retry: true, status: .grace)
    if let repeated {
      given.renews(said: repeated, renewalDate: nil, retry: true, status: .grace)
    }
    let entitlement = try #require(given.entitlements(on: 26.9).first)
    #expect(entitlement.state == .gracePeriod)
    let last = try #require(given.events.last).id
    #expect(entitlement.because.contains(last))
    #expect(!entitlement.because.contains(first))
  }

  @Test func `of a period that was refunded is none`() {
    var given = failed()
    given.bought("1", from: 2, to: 33, revocation: refund(on: 20), said: 50)
    #expect(given.entitlements(on: 35).isEmpty)
  }
}
