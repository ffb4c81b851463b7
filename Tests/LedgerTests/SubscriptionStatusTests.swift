import AppStoreSimulator
import Ledger
import Testing

struct SubscriptionStatusTests {
  @Test func `a chain without a begun subscription has no status`() {
    var given = Given(product: "castle", type: .nonConsumable, group: nil)
    given.bought("1", from: 0, to: nil)
    #expect(given.status(on: 1) == nil)
    var later = Given()
    later.bought("1", from: 10, to: 40)
    #expect(later.status(on: 9) == nil)
  }

  @Test(arguments: [
    (nil, 29.9, SubscriptionStatus.Status.active), (nil, 30, .billingRetry),
    (nil, 89.9, .billingRetry), (nil, 90, .expired),
    ("MONTHLY", 90, .billingRetry), ("MONTHLY", 119.9, .billingRetry), ("MONTHLY", 120, .expired),
  ])
  func `billing retry lasts sixty days, ninety under a commitment`(
    plan: String?, at: Double, status: SubscriptionStatus.Status
  ) {
    var given = Given()
    given.bought("1", from: 0, to: 30, plan: plan)
    given.renews(said: 30, renewalDate: 30, retry: true, intent: 2)
    #expect(given.status(on: at)?.status == status)
  }

  @Test(arguments: [
    (29.9, SubscriptionStatus.Status.active), (30, .gracePeriod), (46, .billingRetry),
    (90, .expired),
  ])
  func `retry goes on where grace ends`(at: Double, status: SubscriptionStatus.Status) {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, renewalDate: 30, grace: 46, retry: true, intent: 2)
    #expect(given.status(on: at)?.status == status)
    #expect(given.status(on: at)?.gracePeriodExpiresAt == day(46))
  }

  @Test(arguments: [(9.0, SubscriptionStatus.Status.active), (10, .revoked), (31, .revoked)])
  func `a refunded period is revoked from the refund on`(
    at: Double, status: SubscriptionStatus.Status
  ) {
    var given = Given()
    given.bought("1", from: 0, to: 30, revocation: refund(on: 10), said: 10)
    #expect(given.status(on: at)?.status == status)
  }

  @Test(arguments: [(12.0, SubscriptionStatus.Status.revoked), (16, .active), (31, .expired)])
  func `a refund that was reversed is reported for its own time`(
    at: Double, status: SubscriptionStatus.Status
  ) {
    var given = Given()
    given.bought("1", from: 0, to: 30, revocation: refund(on: 10), said: 10)
    given.bought("1", from: 0, to: 30, said: 15)
    #expect(given.status(on: at)?.status == status)
  }

  /// Returns a long period refunded on day 10, a short one in its place refunded on day 30, and the
  /// reversal of the first refund.
  private func givenBack(on day: Double) -> Given {
    var given = Given()
    given.bought("1", from: 0, to: 90, revocation: refund(on: 10), said: 10)
    given.bought("2", from: 20, to: 50, revocation: refund(on: 30), said: 30)
    given.bought("1", from: 0, to: 90, said: day)
    return given
  }

  @Test func `what was given back after its time is not spoken of`() {
    let status = givenBack(on: 95).status(on: 100)
    #expect(status?.status == .revoked)
    #expect(status?.transactionID == "2")
  }

  @Test(arguments: [
    (32.0, SubscriptionStatus.Status.revoked, false), (60, .active, false),
    (92, .gracePeriod, false), (107, .billingRetry, false), (151, .expired, true),
  ])
  func `what was given back in time goes on, and so does what follows it`(
    at: Double, status: SubscriptionStatus.Status, overdue: Bool
  ) {
    var given = givenBack(on: 35)
    given.renews(said: 90, renewalDate: 90, grace: 106, retry: true, intent: 2)
    #expect(given.status(on: at)?.status == status)
    #expect(given.status(on: at)?.renewalOverdue == overdue)
    #expect(given.entitlements(on: at).isEmpty == ![.active, .gracePeriod].contains(status))
  }

  @Test func `an old refund leaves the present period alone`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, revocation: refund(on: 35), said: 35)
    given.bought("2", from: 30, to: 60)
    #expect(given.status(on: 40)?.status == .active)
  }

  @Test func `a canceled subscription says why it ended, once it has`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, autoRenew: false, renewalDate: 30, intent: 1)
    #expect(given.status(on: 29)?.expirationIntent == nil)
    #expect(given.status(on: 31)?.status == .expired)
    #expect(given.status(on: 31)?.expirationIntent == 1)
    #expect(given.status(on: 31)?.autoRenew == false)
    #expect(given.status(on: 31)?.renewalOverdue == false)
  }

  @Test func `a return forgets the trouble of the run before`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, renewalDate: 30, retry: true, intent: 2)
    given.bought("2", from: 100, to: 130)
    #expect(given.status(on: 131)?.status == .expired)
    #expect(given.status(on: 131)?.expirationIntent == nil)
  }

  @Test(arguments: [(29.9, false), (30, true), (300, true)])
  func `silence after a period with auto-renew on is overdue`(at: Double, overdue: Bool) {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 1, renewalDate: 30)
    #expect(given.status(on: at)?.renewalOverdue == overdue)
  }

  @Test(arguments: [(31.0, false), (89.9, false), (90, true)])
  func `billing retry is an answer until it has run out`(at: Double, overdue: Bool) {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 30, renewalDate: 30, retry: true)
    #expect(given.status(on: at)?.renewalOverdue == overdue)
  }

  @Test func `a status and the entitlements of a chain agree`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      let state = Given(history: &random).state
      for moment in stride(from: -5.0, through: 250, by: 7.3) {
        let status = SubscriptionStatuses.evaluate(state, at: day(moment))
        let isDue = [.active, .gracePeriod].contains(status?.status)
        // A status is of one ownership; unsigned sources may tell of another in the same chain.
        let own = Entitlements.evaluate([state], at: day(moment))
          .filter { $0.ownership == status?.ownership }
        #expect(own.isEmpty != isDue, "seed 7, day \(moment)")
        #expect(own.allSatisfy { $0.transactionID == status?.transactionID })
      }
    }
  }
}
