import AppStoreSimulator
import Testing

struct WorldCommitmentTests {
  private func committed(from day: String = "2025-01-01") throws -> WorldScenario {
    var scenario = try WorldScenario(from: day)
    try scenario.buy("pro.yearly", billing: .monthly)
    return scenario
  }

  @Test func `twelve months are paid one by one, then the next twelve`() throws {
    var scenario = try committed()
    scenario.pass(days: 400)
    let paid = scenario.transactions()
    #expect(paid.map { $0.commitmentInfo?.billingPeriodNumber } == (1...12).map { $0 } + [1, 2])
    #expect(Set(paid.map(\.billingPlanType)) == ["MONTHLY"])
    #expect(Set(paid.map(\.price)) == [8_330])
    #expect(Set(paid.map { $0.commitmentInfo?.commitmentPrice }) == [99_960])
    #expect(Set(paid.map { $0.commitmentInfo?.totalBillingPeriods }) == [12])
    #expect(paid[11].expiresDate == paid[0].commitmentInfo?.commitmentExpiresDate)
    #expect(scenario.renewal().renewalBillingPlanType == "MONTHLY")
  }

  @Test func `whoever cancels pays to the twelfth month`() throws {
    var scenario = try committed()
    scenario.pass(days: 40)
    try scenario.world.cancel(0)
    #expect(scenario.renewal().commitmentInfo?.commitmentAutoRenewStatus == 0)
    scenario.pass(days: 400)
    let news = scenario.news()
    #expect(news.filter { $0 == "ann DID_RENEW 1" }.count == 11)
    #expect(news.filter { $0.contains("AUTO_RENEW_DISABLED") }.count == 1)
    #expect(news.last == "ann EXPIRED/VOLUNTARY 2")
  }

  @Test func `a payment that fails has no grace and ninety days, canceled or not`() throws {
    for cancels in [false, true] {
      var scenario = try committed()
      scenario.world.breakCard(of: 0)
      let end = try #require(scenario.transactions()[0].expiresDate)
      scenario.pass(days: 33)
      if cancels { try scenario.world.cancel(0) }
      scenario.world.advance(to: end + Int64(90).days - 1)
      #expect(scenario.told("DID_FAIL_TO_RENEW").map(\.subtype) == [nil])
      #expect(scenario.told("EXPIRED").isEmpty)
      scenario.world.advance(to: end + Int64(90).days)
      #expect(scenario.told("EXPIRED").map(\.subtype) == ["BILLING_RETRY"])
    }
  }

  @Test(arguments: ["2025-01-01", "2025-01-30", "2025-01-31", "2024-02-29", "2025-03-31"])
  func `after a recovery the commitment ends later, with its last month`(day: String) throws {
    for lateness in [Int64(3), 20, 45] {
      var scenario = try committed(from: day)
      let first = scenario.transactions()[0].commitmentInfo?.commitmentExpiresDate
      scenario.pass(days: 40)
      scenario.world.breakCard(of: 0)
      scenario.pass(days: 24 + lateness)
      scenario.world.mendCard(of: 0)
      try scenario.world.cancel(0)
      scenario.pass(days: 420)
      let last = try #require(scenario.transactions().last)
      #expect(last.commitmentInfo?.billingPeriodNumber == 12)
      #expect(last.expiresDate == last.commitmentInfo?.commitmentExpiresDate)
      #expect(last.expiresDate ?? 0 > first ?? 0)
    }
  }

  @Test func `days given away move the end of the commitment with its months`() throws {
    var scenario = try committed(from: "2025-01-31")
    scenario.pass(days: 40)
    _ = try scenario.world.extend(0, by: 30)
    try scenario.world.cancel(0)
    scenario.pass(days: 420)
    let last = try #require(scenario.transactions().last)
    #expect(last.commitmentInfo?.billingPeriodNumber == 12)
    #expect(last.expiresDate == last.commitmentInfo?.commitmentExpiresDate)
  }

  @Test func `an earlier month refunded leaves the commitment, the present one ends it`() throws {
    var scenario = try committed()
    scenario.pass(days: 40)
    try scenario.world.refund(0, share: 100_000)
    scenario.pass(days: 30)
    #expect(scenario.transactions().count == 3)
    #expect(scenario.renewal().commitmentInfo != nil)
    try scenario.refundLatest()
    scenario.pass(days: 100)
    #expect(scenario.transactions().count == 3)
    #expect(scenario.told("REFUND").map(\.status) == [1, 5])
    #expect(scenario.renewal().commitmentInfo == nil)
  }

  @Test func `only a year can be committed to, and it cannot be changed`() throws {
    var scenario = try WorldScenario()
    #expect(throws: StoreRejection.self) { try scenario.buy("pro.monthly", billing: .monthly) }
    try scenario.buy("news.yearly", billing: .monthly)
    #expect(throws: StoreRejection.committed) { try scenario.buy("news.monthly") }
  }
}
