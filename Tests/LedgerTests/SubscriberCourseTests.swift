import Ledger
import TestSupport
import Testing

/// The course of the customer of some chains.
struct SubscriberCourseTests {
  private typealias Kind = SubscriberStep.Kind

  private func course(_ chains: Given...) throws -> SubscriberCourse {
    let history = try #require(ServiceHistory.histories(of: chains.map(\.state)).first)
    let ends = chains.map { chain in
      ToldEnds(chain.events).ends(
        of: chain.state.servicePeriods().values.flatMap(\.self))
    }
    return SubscriberCourse(
      history, ends.reduce(into: [:]) { $0.merge($1) { first, _ in first } })
  }

  private func lines(_ course: SubscriberCourse) -> [String] {
    course.steps.map { step in
      let time = Double((step.moment - day(0)).milliseconds) / 86_400_000
      let kind =
        if case .ended(let reason) = step.kind { "ended, \(reason)" } else { "\(step.kind)" }
      let period = step.after.map { " \($0.transactionID)" } ?? ""
      return "\(time): \(kind)\(period)\(step.isFirstPayment ? ", first payment" : "")"
    }
  }

  @Test func `a trial, its conversion, a renewal, and an end of which nothing was told`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 7, price: 0, offer: trial)
    given.bought("2", from: 7, to: 38, reason: "RENEWAL", price: 9_990)
    given.bought("3", from: 38, to: 68, reason: "RENEWAL", price: 9_990)
    #expect(
      lines(try course(given)) == [
        "0.0: tried 1", "7.0: renewed 2, first payment", "38.0: renewed 3", "68.0: ended, other",
      ])
  }

  /// The customer cancels on day 38, while Apple tries to collect the price; and on day 115, in a grace that
  /// ends on day 117.
  @Test func `who cancels while Apple tries to collect the price ended by billing`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 31, renewalDate: 31, retry: true, intent: 2)
    given.renews(said: 38, autoRenew: false, renewalDate: 31, retry: false, intent: 1)
    given.bought("2", from: 70, to: 101)
    given.renews(said: 101, renewalDate: 101, grace: 117, retry: true)
    given.renews(said: 115, autoRenew: false, renewalDate: 101, grace: 117, retry: true)
    given.renews(said: 117, autoRenew: false, renewalDate: 101, retry: false, intent: 1)
    let told = [
      "0.0: began 1, first payment", "31.0: ended, billing", "70.0: returnedInTime 2",
      "117.0: ended, choice",
    ]
    #expect(lines(try course(given)) == told)
    var backwards = given
    backwards.events.reverse()
    #expect(lines(try course(backwards)) == told)
  }

  @Test func `each end has the reason that was told before the next purchase`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 20, autoRenew: false, renewalDate: 31)
    given.bought("2", from: 40, to: 71)
    given.renews(said: 40, renewalDate: 71)
    given.renews(said: 71, renewalDate: 71, retry: true, intent: 2)
    given.bought("3", from: 140, to: 171)
    given.renews(said: 172, renewalDate: 171, intent: 3)
    given.bought("4", from: 180, to: 211)
    given.renews(said: 211, autoRenew: true, renewalDate: 211, intent: 4)
    let told = [
      "0.0: began 1, first payment", "31.0: ended, choice", "40.0: returnedInTime 2",
      "71.0: ended, billing", "140.0: returnedLate 3", "171.0: ended, priceIncrease",
      "180.0: returnedInTime 4", "211.0: ended, unavailable",
    ]
    #expect(lines(try course(given)) == told)
    var backwards = given
    backwards.events.reverse()
    #expect(lines(try course(backwards)) == told)
  }

  @Test func `renewals switched on again before the end are no reason`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 10, autoRenew: false, renewalDate: 31)
    given.renews(said: 12, renewalDate: 31)
    #expect(try course(given).steps.last?.kind == .ended(.other))
  }

  @Test(arguments: [
    (60.0, Kind.returnedInTime), (60 + oneHour, .returnedInTime),
    (60 + 2 * oneHour, .returnedLate),
  ])
  private func `a purchase after a gap keeps the year for sixty days and an hour`(
    gap: Double, kind: Kind
  ) throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.bought("2", from: 31 + gap, to: 62 + gap)
    #expect(try course(given).steps.map(\.kind) == [.began, .ended(.other), kind, .ended(.other)])
  }

  @Test(arguments: [(60 + oneHour, Kind.returnedInTime), (60 + 2 * oneHour, .returnedLate)])
  private func `the gap before a purchase begins with the end of the period, not of its grace`(
    gap: Double, kind: Kind
  ) throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 31, renewalDate: 31, grace: 47, retry: true)
    given.bought("2", from: 31 + gap, to: 62 + gap)
    let steps = try course(given).steps
    #expect(steps.map(\.kind) == [.began, .ended(.billing), kind, .ended(.other)])
    #expect(steps[1].moment == day(47))
  }

  /// The second month is refunded on day 45, and adds no service: the gap before day 95 has 64 days, not 50.
  @Test func `the gap before a purchase begins with the end of service that was not refunded`()
    throws
  {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.bought("2", from: 31, to: 59, revocation: refund(on: 45), reason: "RENEWAL", said: 45)
    given.bought("3", from: 95, to: 126, reason: "PURCHASE")
    #expect(
      try course(given).steps.map(\.kind) == [
        .began, .renewed, .ended(.refund), .returnedLate, .ended(.other),
      ])
  }

  @Test func `a charge within grace goes on, and one after it recovers`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 31, renewalDate: 31, grace: 47, retry: true, intent: 2)
    var late = given
    given.bought("2", from: 40, to: 62, reason: "RENEWAL", said: 40)
    #expect(
      try course(given).steps.prefix(2).map(\.kind) == [.began, .recoveredInGrace])
    #expect(try course(given).steps[1].moment == day(40))
    late.bought("2", from: 55, to: 86, reason: "RENEWAL", said: 55)
    let steps = try course(late).steps
    #expect(steps.map(\.kind) == [.began, .ended(.billing), .recovered, .ended(.other)])
    #expect(steps.map(\.moment) == [day(0), day(47), day(55), day(86)])
  }

  /// The charge of day 40, in a grace until day 47, is refunded on day 43.
  @Test func `a refund of what was charged in grace does not bring the grace back`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.renews(said: 31, renewalDate: 31, grace: 47, retry: true, intent: 2)
    given.bought("2", from: 40, to: 62, reason: "RENEWAL", said: 40)
    given.bought("2", from: 40, to: 62, revocation: refund(on: 43), reason: "RENEWAL", said: 43)
    let steps = try course(given).steps
    #expect(steps.map(\.kind) == [.began, .recoveredInGrace, .ended(.refund)])
    #expect(steps.map(\.moment) == [day(0), day(40), day(43)])
  }

  /// The second week is refunded before it began, so that the third one follows a gap of 74 days.
  @Test func `a period at the expiry of another is a renewal if no source tells the reason`() throws
  {
    var given = Given()
    given.bought("1", from: 0, to: 7)
    given.bought("2", from: 74, to: 81, revocation: refund(on: 74), said: 75)
    given.bought("3", from: 81, to: 88)
    #expect(
      try course(given).steps.map(\.kind) == [.began, .ended(.other), .recovered, .ended(.other)])
    var bought = given
    bought.bought("3", from: 81, to: 88, reason: "PURCHASE", said: 82)
    #expect(try course(bought).steps.map(\.kind)[2] == .returnedLate)
  }

  @Test func `a refund ends the service, and its reversal restores it`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.bought("1", from: 0, to: 31, revocation: refund(on: 10), said: 10)
    var steps = try course(given).steps
    #expect(steps.map(\.kind) == [.began, .ended(.refund)])
    #expect(steps.map(\.moment) == [day(0), day(10)])
    given.bought("1", from: 0, to: 31, said: 20)
    steps = try course(given).steps
    #expect(steps.map(\.kind) == [.began, .ended(.refund), .recovered, .ended(.other)])
    #expect(steps.map(\.moment) == [day(0), day(10), day(20), day(31)])
  }

  /// A refund of the first period is taken back on day 20, while the one that the customer bought on day 15 serves.
  @Test func `a refund that is taken back does not replace a later purchase`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 90)
    given.bought("1", from: 0, to: 90, revocation: refund(on: 10), said: 10)
    given.bought("2", from: 15, to: 46, product: "platinum.monthly", reason: "PURCHASE")
    given.bought("1", from: 0, to: 90, said: 20)
    #expect(
      lines(try course(given)) == [
        "0.0: began 1, first payment", "10.0: ended, refund", "15.0: returnedInTime 2",
        "46.0: remained 1", "90.0: ended, other",
      ])
  }

  @Test func `a refund of a past period ends nothing`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.bought("2", from: 31, to: 59, reason: "RENEWAL")
    given.bought("1", from: 0, to: 31, revocation: refund(on: 45), said: 45)
    #expect(try course(given).steps.map(\.kind) == [.began, .renewed, .ended(.other)])
  }

  @Test func `an upgrade goes on with the other product`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.bought("1", from: 0, to: 31, upgraded: true, said: 10)
    given.bought("2", from: 10, to: 41, product: "platinum.monthly")
    let steps = try course(given).steps
    #expect(steps.map(\.kind) == [.began, .renewed, .ended(.other)])
    #expect(steps.map(\.moment) == [day(0), day(10), day(41)])
    #expect(steps[1].before?.productID == "gold.monthly")
    #expect(steps[1].after?.productID == "platinum.monthly")
  }

  @Test func `of two subscriptions at a time the one that goes on is the present one`() throws {
    var first = Given()
    first.bought("1", from: 0, to: 90, customer: "7")
    var second = Given(chain: ChainID(.production, "2000"), product: "silver.monthly", position: 50)
    second.bought("2", from: 10, to: 41, customer: "7")
    let steps = try course(first, second).steps
    #expect(steps.map(\.kind) == [.began, .remained, .remained, .ended(.other)])
    #expect(steps.map(\.moment) == [day(0), day(10), day(41), day(90)])
    #expect(
      steps.map(\.after?.productID) == ["gold.monthly", "silver.monthly", "gold.monthly", nil])
  }

  @Test func `the period before a moment is the one that served until then`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 31)
    given.bought("2", from: 31, to: 59, reason: "RENEWAL")
    let course = try course(given)
    #expect(course.period(before: day(0)) == nil)
    #expect(course.period(before: day(0) + .milliseconds(1))?.transactionID == "1")
    #expect(course.period(before: day(31))?.transactionID == "1")
    #expect(course.period(before: day(59))?.transactionID == "2")
    #expect(course.period(before: day(60)) == nil)
    #expect(course.steps(from: day(31), before: day(59)).map(\.kind) == [.renewed])
  }
}
