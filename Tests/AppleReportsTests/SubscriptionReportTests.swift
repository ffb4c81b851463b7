import AppleReports
import Ledger
import Testing

/// The three reports of subscriptions.
struct SubscriptionReportTests {
  @Test func `active subscriptions are counted by price and offer`() throws {
    let report = try ReportBuilder.subscription.with([
      "Proceeds Reason": "Rate After One Year", "Preserved Pricing": "Yes", "State": "CA",
      "Active Free Trial Introductory Offer Subscriptions": "3",
      "Active Pay Up Front Introductory Offer Subscriptions": "0",
      "Pay As You Go Offer Code Subscriptions": "2", "Marketing Opt-Ins": "1",
      "Billing Retry": "4", "Grace Period": "5", "Free Trial Win-Back Offers": "6",
    ]).read()
    let row = try #require(report.subscriptionRows.first)
    #expect(
      row.counts == [
        .standardPrice: 12, .offer(.introductory, .freeTrial): 3,
        .offer(.introductory, .payUpFront): 0, .offer(.offerCode, .payAsYouGo): 2,
        .marketingOptIn: 1, .billingRetry: 4, .gracePeriod: 5, .offer(.winBack, .freeTrial): 6,
      ])
    #expect(row.isRateAfterOneYear)
    #expect(row.preservedPricing == .yes)
    #expect((row.storefront, row.state) == ("USA", "CA"))
    #expect(row.customerPrice?.milliunits == 9_990)
    #expect(row.developerProceeds?.milliunits == 7_000)
    #expect(report.period == nil)
  }

  @Test func `counters are known by their key words`() throws {
    var report = ReportBuilder.subscription.with([:])
    report.headings = report.headings.map {
      $0 == "Active Standard Price Subscriptions"
        ? "active subscriptions (standard price)"
        : $0.replacing("Introductory Offer Subscriptions", with: "Introductory Offers")
    }
    report.usual["active subscriptions (standard price)"] = "8"
    report.usual["Active Free Trial Introductory Offers"] = "2"
    let row = try #require(try report.read().subscriptionRows.first)
    #expect(row.counts == [.standardPrice: 8, .offer(.introductory, .freeTrial): 2])
  }

  @Test func `an exact heading goes before one with the same key words`() throws {
    var report = ReportBuilder.subscription.with([:])
    report.headings.insert("Standard Price Subscriptions in Suspense", at: 0)
    report.usual["Standard Price Subscriptions in Suspense"] = "99"
    #expect(try report.read().subscriptionRows.first?.counts == [.standardPrice: 12])
  }

  @Test(arguments: [
    ("Renew", SubscriptionCount.renewed), ("Renewals from Grace Period", .renewed),
    ("paid subscription from introductory offer", .renewed), ("Subscribe", .started),
    ("Start Offer Code", .started), ("Upgrade from Billing Retry", .changed),
    ("Canceled from Billing Grace Period", .canceled), ("Canceled from Billing Retry", nil),
    ("Billing Retry from Grace Period", .enteredRetry), ("Refund", .refunded),
    ("Grace Period from Paid Subscription", nil), ("Opt-In", nil), ("Reactivate", nil),
  ])
  func `an event is counted by its name`(name: String, count: SubscriptionCount?) throws {
    let row = try #require(
      try ReportBuilder.subscriptionEvent.with(["Event": name, "Days Canceled": ""]).read()
        .eventRows.first)
    #expect(row.count == count)
  }

  @Test(arguments: [
    ("0", SubscriptionCount.returnedInTime), ("60", .returnedInTime), ("61", .returnedLate),
  ])
  func `a return is in time for sixty days`(days: String, count: SubscriptionCount) throws {
    let row = try #require(
      try ReportBuilder.subscriptionEvent.with([
        "Event": "Reactivate with Upgrade", "Days Canceled": days,
      ]).read().eventRows.first)
    #expect(row.count == count)
  }

  @Test func `an event is read whole`() throws {
    let report = try ReportBuilder.subscriptionEvent.with([
      "Event": "Reactivate", "Quantity": "3", "Days Canceled": "41", "State": "BY",
      "Paid Service Days Recovered": "120", "Subscription Offer Type": "Pay Up Front",
      "Proceeds Reason": "Rate After One Year", "Previous Subscription Apple ID": "1500000002",
    ]).read()
    let row = try #require(report.eventRows.first)
    #expect(row.eventDate.description == "2026-03-31")
    #expect(row.event == "Reactivate")
    #expect((row.quantity, row.daysCanceled, row.paidServiceDaysRecovered) == (3, 41, 120))
    #expect((row.consecutivePaidPeriods, row.daysBeforeCanceling) == (4, nil))
    #expect(row.originalStartDate?.description == "2025-12-01")
    #expect((row.storefront, row.offerType) == ("JPN", "Pay Up Front"))
    #expect(row.previousSubscriptionAppleID == "1500000002")
    #expect(row.isRateAfterOneYear)
    #expect(report.period.map(\.lowerBound.description) == "2026-03-31")
  }

  @Test func `an event of an unknown name without dates is kept`() throws {
    let row = try ReportBuilder.subscriptionEvent.with([
      "Event": "Waning", "Original Start Date": "", "Consecutive Paid Periods": "",
    ]).read().eventRows[0]
    #expect(row.event == "Waning")
    #expect((row.originalStartDate, row.consecutivePaidPeriods) == (nil, nil))
  }

  @Test(arguments: [("-1", "-9.99"), ("1", "9.99"), ("-1", "9.99")])
  func `a refund is known by its mark, whatever its signs`(units: String, price: String) throws {
    let row = try ReportBuilder.subscriber.with([
      "Refund": "Yes", "Units": units, "Customer Price": price, "Purchase Date": "2026-03-01",
    ]).read().subscriberRows[0]
    #expect(row.isRefund)
    #expect(row.purchaseDate?.description == "2026-03-01")
    #expect((String(row.units), row.customerPrice?.description) == (units, price))
  }

  @Test func `a subscriber's identifier is read, and printed nowhere`() throws {
    let row = try ReportBuilder.subscriber.with(["Subscriber ID Reset": "Yes"]).read()
      .subscriberRows[0]
    #expect(row.subscriberID.rawValue == "4711000000")
    #expect(row.subscriberIDReset == .yes)
    #expect(!row.isRefund)
    var dumped = ""
    dump(row, to: &dumped)
    for text in ["\(row)", String(reflecting: row), dumped] { #expect(!text.contains("4711")) }
  }

  @Test func `a blank price is none`() throws {
    let row = try ReportBuilder.subscriber.with([
      "Customer Price": "", "Developer Proceeds": "",
    ]).read().subscriberRows[0]
    #expect((row.customerPrice, row.developerProceeds) == (nil, nil))
  }
}
