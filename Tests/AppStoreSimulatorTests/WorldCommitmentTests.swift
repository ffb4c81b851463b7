import AppStoreSimulator
import Testing

@Suite struct WorldCommitmentTests {
  private func committed(from day: String = "2025-01-01") throws -> WorldStory {
    var story = try WorldStory(from: day)
    try story.buy("pro.yearly", billing: .monthly)
    return story
  }

  @Test func `twelve months are paid one by one, then the next twelve`() throws {
    var story = try committed()
    story.pass(days: 400)
    let paid = story.transactions()
    #expect(paid.map { $0.commitmentInfo?.billingPeriodNumber } == (1...12).map { $0 } + [1, 2])
    #expect(Set(paid.map(\.billingPlanType)) == ["MONTHLY"])
    #expect(Set(paid.map(\.price)) == [8_330])
    #expect(Set(paid.map { $0.commitmentInfo?.commitmentPrice }) == [99_960])
    #expect(Set(paid.map { $0.commitmentInfo?.totalBillingPeriods }) == [12])
    #expect(paid[11].expiresDate == paid[0].commitmentInfo?.commitmentExpiresDate)
    #expect(story.renewal().renewalBillingPlanType == "MONTHLY")
  }

  @Test func `whoever cancels pays to the twelfth month`() throws {
    var story = try committed()
    story.pass(days: 40)
    try story.world.cancel(0)
    #expect(story.renewal().commitmentInfo?.commitmentAutoRenewStatus == 0)
    story.pass(days: 400)
    let news = story.news()
    #expect(news.filter { $0 == "ann DID_RENEW 1" }.count == 11)
    #expect(news.filter { $0.contains("AUTO_RENEW_DISABLED") }.count == 1)
    #expect(news.last == "ann EXPIRED/VOLUNTARY 2")
  }

  @Test func `a payment that fails has no grace and ninety days, cancelled or not`() throws {
    for cancels in [false, true] {
      var story = try committed()
      story.world.breakCard(of: 0)
      let end = try #require(story.transactions()[0].expiresDate)
      story.pass(days: 33)
      if cancels { try story.world.cancel(0) }
      story.world.advance(to: end + Int64(90).days - 1)
      #expect(story.told("DID_FAIL_TO_RENEW").map(\.subtype) == [nil])
      #expect(story.told("EXPIRED").isEmpty)
      story.world.advance(to: end + Int64(90).days)
      #expect(story.told("EXPIRED").map(\.subtype) == ["BILLING_RETRY"])
    }
  }

  @Test(arguments: ["2025-01-01", "2025-01-30", "2025-01-31", "2024-02-29", "2025-03-31"])
  func `after a recovery the commitment ends later, with its last month`(day: String) throws {
    for lateness in [Int64(3), 20, 45] {
      var story = try committed(from: day)
      let first = story.transactions()[0].commitmentInfo?.commitmentExpiresDate
      story.pass(days: 40)
      story.world.breakCard(of: 0)
      story.pass(days: 24 + lateness)
      story.world.mendCard(of: 0)
      try story.world.cancel(0)
      story.pass(days: 420)
      let last = try #require(story.transactions().last)
      #expect(last.commitmentInfo?.billingPeriodNumber == 12)
      #expect(last.expiresDate == last.commitmentInfo?.commitmentExpiresDate)
      #expect(last.expiresDate ?? 0 > first ?? 0)
    }
  }

  @Test func `days given away move the end of the commitment with its months`() throws {
    var story = try committed(from: "2025-01-31")
    story.pass(days: 40)
    _ = try story.world.extend(0, by: 30)
    try story.world.cancel(0)
    story.pass(days: 420)
    let last = try #require(story.transactions().last)
    #expect(last.commitmentInfo?.billingPeriodNumber == 12)
    #expect(last.expiresDate == last.commitmentInfo?.commitmentExpiresDate)
  }

  @Test func `an earlier month refunded leaves the commitment, the present one ends it`() throws {
    var story = try committed()
    story.pass(days: 40)
    try story.world.refund(0, share: 100_000)
    story.pass(days: 30)
    #expect(story.transactions().count == 3)
    #expect(story.renewal().commitmentInfo != nil)
    try story.refundLatest()
    story.pass(days: 100)
    #expect(story.transactions().count == 3)
    #expect(story.told("REFUND").map(\.status) == [1, 5])
    #expect(story.renewal().commitmentInfo == nil)
  }

  @Test func `only a year can be committed to, and it cannot be changed`() throws {
    var story = try WorldStory()
    #expect(throws: StoreRefusal.self) { try story.buy("pro.monthly", billing: .monthly) }
    try story.buy("news.yearly", billing: .monthly)
    #expect(throws: StoreRefusal.committed) { try story.buy("news.monthly") }
  }
}
