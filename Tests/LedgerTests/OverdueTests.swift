import Ledger
import Testing

/// Access after the end of a period while the renewal is awaited, for a reader who asks for it.
struct OverdueTests {
  private func overdue(
    _ given: Given, on number: Double, for days: Double
  ) -> [Entitlement.State] {
    Entitlements.evaluate(
      [given.state], at: day(number), overdueFor: .seconds(days * 86_400)
    ).map(\.state)
  }

  @Test(
    arguments: [
      (29.9, 1, [.active]), (30, 1, [.overdue]), (30.9, 1, [.overdue]), (31, 1, []), (31, 0, []),
      (30, 0, []), (32.9, 3, [.overdue]), (33, 3, []),
    ] as [(Double, Double, [Entitlement.State])])
  func `a month that ended is listed for the time asked for`(
    day number: Double, days: Double, states: [Entitlement.State]
  ) {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    #expect(overdue(given, on: number, for: days) == states)
    // Auto-renew was on as Apple last told, before the end.
    given.renews(said: 10, renewalDate: 30)
    #expect(overdue(given, on: number, for: days) == states)
  }

  @Test func `who switched renewals off is not awaited`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 10, autoRenew: false, renewalDate: 30)
    #expect(overdue(given, on: 30, for: 1) == [])
  }

  @Test func `what Apple told after the end decides`() {
    var retried = Given()
    retried.bought("1", from: 0, to: 30)
    retried.renews(said: 30.1, renewalDate: 30, retry: true)
    #expect(overdue(retried, on: 30.5, for: 1) == [])
    var refunded = Given()
    refunded.bought("1", from: 0, to: 30, revocation: refund(on: 20), said: 20)
    #expect(overdue(refunded, on: 30, for: 1) == [])
  }

  @Test func `what was overdue is active once the renewal is told`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    let until = Entitlements.evaluate([given.state], at: day(30.5), overdueFor: .seconds(86_400))
    #expect(until.map(\.expiresAt) == [day(30)])
    #expect(until.map(\.renewalOverdue) == [true])
    given.bought("2", from: 30, to: 60)
    #expect(overdue(given, on: 30.5, for: 1) == [.active])
  }
}
