import AppleReports
import Ledger
import Testing

/// The comparison of subscriptions with Apple's files, with figures worked out by hand.
struct SubscriptionComparisonTests {
  private typealias Numbers = [(day: Int64, product: String, count: SubscriptionCount, Int64)]

  /// Returns the findings about days of January 2026 as texts.
  private func findings(
    ledger: Numbers, apple: Numbers, days: [Int64] = [1, 2], products: Set<String> = ["month"]
  ) -> [String] {
    SubscriptionComparison(
      ledger: Self.counts(ledger), apple: Self.counts(apple),
      days: [
        .subscription: Set(days.map(Self.date)), .subscriptionEvent: Set(days.map(Self.date)),
      ], products: products
    ).findings.map { finding in
      [
        finding.result.rawValue, finding.day?.description, finding.product, finding.storefront,
        finding.name, finding.ledger.map(String.init), finding.apple.map(String.init),
      ].map { $0 ?? "-" }.joined(separator: " ")
    }
  }

  private static func date(_ day: Int64) -> CivilDate {
    CivilDate(daysSince1970: CivilDate(firstOf: 1, in: 2026).daysSince1970 + day - 1)
  }

  private static func counts(_ numbers: Numbers) -> SubscriptionCounts {
    numbers.reduce(into: SubscriptionCounts()) { counts, item in
      counts.add(
        item.3,
        to: SubscriptionCounts.Key(
          day: date(item.day), product: item.product, storefront: "DEU", count: item.count))
    }
  }

  @Test func `equal numbers are one sum for each count`() {
    let numbers: Numbers = [
      (1, "month", .active, 5), (2, "month", .active, 6), (2, "month", .billingRetry, 1),
    ]
    #expect(
      findings(ledger: numbers, apple: numbers)
        == ["the same - - - active 11 11", "the same - - - billingRetry 1 1"])
  }

  @Test func `a subscription that Apple paid after a year differs in two counts`() {
    #expect(
      findings(
        ledger: [(1, "month", .active, 5)],
        apple: [(1, "month", .active, 4), (1, "month", .activeAfterAYear, 1)]) == [
          "different 2026-01-01 month DEU active 5 4",
          "different 2026-01-01 month DEU activeAfterAYear 0 1",
        ])
  }

  @Test func `a day without a file is one sum for each count`() {
    #expect(
      findings(
        ledger: [(1, "month", .active, 5), (1, "year", .active, 2), (2, "month", .active, 5)],
        apple: [(2, "month", .active, 5)], days: [2]) == [
          "the same - - - active 5 5", "no file of Apple's 2026-01-01 - - active 7 -",
        ])
  }

  @Test func `a number of Apple's that no sales file names is not compared`() {
    #expect(
      findings(
        ledger: [(1, "month", .active, 5), (1, "year", .active, 2), (2, "year", .active, 2)],
        apple: [(1, "month", .active, 5), (1, "150", .active, 2), (2, "150", .active, 3)]) == [
          "the same - - - active 5 5", "not compared - 150 - active - 5",
          "not compared - year - active 4 -",
        ])
  }

  @Test func `a product without subscriptions at Apple differs if all others are named`() {
    #expect(
      findings(
        ledger: [(1, "month", .active, 5), (1, "year", .active, 2)],
        apple: [(1, "month", .active, 5)]) == [
          "the same - - - active 5 5", "different 2026-01-01 year DEU active 2 0",
        ])
  }

  @Test(arguments: [
    ("Subscription_1234_20260131.txt.gz", "2026-01-31"),
    ("Subscription_20260101_20260131 (1).txt", "2026-01-31"),
    ("20260131-subscription-86000000.txt", "2026-01-31"),
    ("Subscription_1234_2026131.txt", nil), ("Subscription_120260131.txt", nil),
    ("Subscription_20260230.txt", nil), ("", nil),
  ])
  func `the name of a file tells its day`(name: String, day: String?) {
    #expect(CivilDate(inFileName: name)?.description == day)
  }
}
