import Ledger
import Testing

/// The events of a customer, as Apple's report of subscription events counts them.
struct CountedEventTests {
  /// Returns the events in order, each with the day on which it falls and its period.
  private func events(_ given: Given) throws -> [String] {
    let history = try #require(ServiceHistory.histories(of: [given.state]).first)
    let ends = ToldEnds(given.events).ends(of: history.periods)
    return CountedEvent.all(of: SubscriberCourse(history, ends), history)
      .sorted { $0.moment < $1.moment }
      .map { event in
        let time = Double((event.moment - day(0)).milliseconds) / 86_400_000
        return "\(time): \(event.kind) \(event.period.transactionID)"
      }
  }

  @Test func `a trial, a renewal, another product, and an end by choice`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 7, price: 0, offer: trial)
    given.bought("2", from: 7, to: 38, reason: "RENEWAL", price: 9_990)
    given.bought("3", from: 38, to: 68, product: "other", reason: "RENEWAL", price: 9_990)
    given.renews(said: 60, autoRenew: false, renewalDate: 68)
    #expect(
      try events(given) == [
        "0.0: started 1", "7.0: renewed 2", "38.0: changed 3", "68.0: canceled 3",
      ])
  }

  /// Apple counts whole days: 60 days and 23 hours are sixty.
  @Test(arguments: [
    (1.0, "returnedInTime"), (60, "returnedInTime"), (60.9, "returnedInTime"), (61, "returnedLate"),
  ])
  func `a purchase after an end is counted by whole days`(gap: Double, kind: String) throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.bought("2", from: 31 + gap, to: 92 + gap)
    #expect(try events(given)[2].hasSuffix(": \(kind) 2"))
  }

  @Test func `retry begins after grace, and a charge within it renews`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 31, renewalDate: 31, grace: 47, retry: true)
    given.bought("2", from: 50, to: 81, reason: "RENEWAL")
    #expect(
      try events(given).prefix(3) == ["0.0: started 1", "47.0: enteredRetry 1", "50.0: renewed 2"])
  }

  @Test func `a purchase within grace is a return, and a charge within it a renewal`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 31, renewalDate: 31, grace: 47, retry: true)
    var bought = given
    given.bought("2", from: 40, to: 71, reason: "RENEWAL")
    #expect(try events(given)[1].contains(": renewed 2"))
    bought.bought("2", from: 40, to: 71, reason: "PURCHASE")
    #expect(try events(bought)[1].contains(": returnedInTime 2"))
  }

  @Test func `a refund in full is a refund and no end`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31, revocation: .present(Revocation(date: day(10))))
    #expect(try events(given) == ["0.0: started 1", "10.0: refunded 1"])
  }
}
