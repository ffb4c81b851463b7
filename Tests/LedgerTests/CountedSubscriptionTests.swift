import Ledger
import Testing

/// The subscription of a customer at a moment, as Apple's report of active subscriptions counts it.
struct CountedSubscriptionTests {
  /// Returns the state before each of some days.
  private func states(_ given: Given, _ days: [Double]) throws -> [CountedSubscription.State?] {
    let history = try #require(ServiceHistory.histories(of: [given.state]).first)
    let ends = ToldEnds(given.events).ends(of: history.periods)
    let course = SubscriberCourse(history, ends)
    return days.map { CountedSubscription(course, before: day($0))?.state }
  }

  @Test func `a period is active until its end, and nothing was before it`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 20, autoRenew: false, renewalDate: 31)
    #expect(try states(given, [0, 0.5, 31, 31.5]) == [nil, .active, .active, nil])
  }

  @Test func `grace and retry follow a charge that failed, for sixty days in all`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 31, renewalDate: 31, grace: 47, retry: true)
    #expect(
      try states(given, [31, 31.5, 47, 47.5, 91, 91.5]) == [
        .active, .gracePeriod, .gracePeriod, .billingRetry, .billingRetry, nil,
      ])
  }

  @Test func `a retry ends when Apple tells that it has`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 31, renewalDate: 31, retry: true, intent: 2)
    given.renews(said: 38, autoRenew: false, renewalDate: 31, retry: false, intent: 1)
    #expect(
      try states(given, [31.5, 38, 38.5, 60]) == [.billingRetry, .billingRetry, nil, nil])
  }

  @Test func `a charge within retry makes it active again`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 31, renewalDate: 31, retry: true)
    given.bought("2", from: 50, to: 81, reason: "RENEWAL")
    #expect(try states(given, [40, 50, 51]) == [.billingRetry, .billingRetry, .active])
  }

  @Test func `a refund in full ends it without a retry`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31, revocation: .present(Revocation(date: day(10))))
    #expect(try states(given, [10, 10.5, 31.5]) == [.active, nil, nil])
  }
}
