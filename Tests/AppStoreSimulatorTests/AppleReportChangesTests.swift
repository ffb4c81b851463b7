import AppStoreSimulator
import AppleReports
import Testing

/// Changes of subscriptions in the reports.
struct AppleReportChangesTests {
  /// 4.99 USD for January: commission 1.497, proceeds 3.493. Half of it is given back: 2.495, of which
  /// the commission has 0.749, so that 1.746 of the proceeds go.
  @Test func `an upgrade gives the unused half of the period back`() throws {
    var life = try WorldScenario()
    try life.buy("plus.monthly")
    let bought = life.transactions()[0].purchaseDate
    life.world.advance(to: bought + Int64(31).days / 2 - 1)
    try life.buy("pro.monthly")
    life.pass(days: 2)
    let reports = ReadReports(of: life.world)
    let sales = try reports.sales("2025-01-16")
    #expect(
      Set(sales.map(\.figures)) == [
        "-1 x -2.495 USD, 1.746 new", "1 x 9.99 USD, 6.993 new",
      ])
    let event = try #require(reports.events("2025-01-16").first)
    #expect(event.event == "Upgrade")
    #expect(event.previousSubscriptionName == WorldScenario.prefix + "plus.monthly")
  }

  @Test func `a reversed refund is sold again on the day of the reversal`() throws {
    var life = try WorldScenario()
    try life.buy("news.yearly")
    life.pass(days: 3)
    try life.refundLatest(share: 30_000)
    life.pass(days: 3)
    try life.reverseLatest()
    life.pass(days: 3)
    let reports = ReadReports(of: life.world)
    // 30 % of 19.99, of 5.997 commission and of 13.993 proceeds.
    #expect(try reports.sales("2025-01-04").map(\.figures) == ["-1 x -5.997 USD, 4.198 new"])
    #expect(try reports.sales("2025-01-07").map(\.figures) == ["1 x 5.997 USD, 4.198 new"])
    #expect(try reports.subscribers("2025-01-07").map(\.refund) == [.no])
  }

  @Test func `a family share is in no report`() throws {
    var life = try WorldScenario()
    try life.bob(joins: WorldScenario.ann)
    try life.buy("family.best")
    try life.buy("no_ads")
    try life.world.leaveFamily(WorldScenario.bob)
    life.pass(days: 2)
    #expect(life.transactions(of: WorldScenario.bob).count == 2)
    let reports = ReadReports(of: life.world)
    #expect(try reports.sales("2025-01-01").map(\.units) == [1, 1])
    #expect(try reports.subscribers("2025-01-01").count == 1)
    #expect(try reports.events("2025-01-01").map(\.quantity) == [1])
    #expect(try reports.subscriptions("2025-01-02").map { $0.counts[.standardPrice] } == [1])
  }

  @Test func `who renews at a former price has it preserved`() throws {
    var life = try WorldScenario()
    try life.buy("news.monthly")
    life.pass(days: 20)
    try life.world.changePrice(
      of: WorldScenario.prefix + "news.monthly", to: 2_990, consentRequired: false)
    life.pass(days: 50)
    let reports = ReadReports(of: life.world)
    let sales = try ["2025-01-01", "2025-02-01", "2025-03-01"].flatMap { try reports.sales($0) }
    #expect(sales.map(\.customerPrice.description) == ["1.99", "1.99", "2.99"])
    #expect(sales.map(\.preservedPricing) == [.no, .yes, .no])
  }

  /// The month ends on 1 February. Its charge fails, grace ends after 16 days, and the card works again
  /// on 20 February.
  @Test func `grace, retry and recovery are told day by day`() throws {
    var life = try WorldScenario()
    try life.buy("pro.monthly")
    life.world.breakCard(of: WorldScenario.ann)
    try life.passTo("2025-02-20")
    life.world.mendCard(of: WorldScenario.ann)
    life.pass(days: 2)
    let reports = ReadReports(of: life.world)
    let days = ["2025-02-01", "2025-02-17", "2025-02-20"]
    #expect(
      try days.flatMap { try reports.events($0) }.map(\.event) == [
        "Grace Period from Paid Subscription", "Billing Retry from Grace Period",
        "Renewal from Billing Retry",
      ])
    let counters = try days.map { try reports.subscriptions($0).first?.counts }
    #expect(counters.map { $0?[.gracePeriod] } == [1, 0, 0])
    #expect(counters.map { $0?[.billingRetry] } == [0, 1, 0])
    #expect(counters.map { $0?[.standardPrice] } == [0, 0, 1])
  }

  /// The month ends on 1 February. Forty days later Ann comes back with 31 days of paid service.
  @Test func `an end and a return are told with reason and days`() throws {
    var life = try WorldScenario()
    try life.buy("pro.monthly")
    try life.world.cancel(0)
    try life.passTo("2025-02-03")
    try life.passTo("2025-03-13")
    try life.buy("pro.monthly")
    life.pass(days: 2)
    let reports = ReadReports(of: life.world)
    let end = try #require(reports.events("2025-02-01").first)
    #expect([end.event, end.cancellationReason] == ["Cancel", "Canceled"])
    #expect(try reports.subscriptions("2025-02-01").isEmpty)
    let back = try #require(reports.events("2025-03-13").first)
    #expect(back.event == "Reactivate")
    #expect(back.daysCanceled == 39)
    #expect(back.paidServiceDaysRecovered == 31)
    #expect(back.consecutivePaidPeriods == 1)
  }

  @Test func `more than three subscribers are counted`() throws {
    var life = try WorldScenario()
    for name in ["bob", "cid", "dan"] { try life.world.addCustomer(name) }
    for customer in 0..<3 { try life.buy("pro.monthly", by: customer) }
    life.pass(days: 1)
    try life.buy("pro.monthly", by: 3)
    life.pass(days: 1)
    let reports = ReadReports(of: life.world)
    #expect(try reports.subscriptions("2025-01-01").map { $0.counts[.subscribers] } == [nil])
    #expect(try reports.subscriptions("2025-01-02").map { $0.counts[.subscribers] } == [4])
  }
}
