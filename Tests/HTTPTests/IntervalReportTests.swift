import Access
import Ledger
import Projections
import TestSupport
import Testing

@testable import HTTP

/// Reports by day and month, with figures worked out by hand.
///
/// Two months of 9.99 EUR, of thirty days each, begin at midnight in UTC on 2025-01-10 and 02-09: on
/// 01-09 and 02-08 in Los Angeles. Apple's fiscal months of 2025 are 04 to 02-01 and 05 to 03-01.
struct IntervalReportTests {
  private static let heads =
    "date,currency,charges,sales,refunds,refunded,upgraded,reversed,net,adjustments,byRules"
  private static let owed =
    "date,currency,opening,billed,recognized,refunded,byRules,closing,committedMonths,committed"

  private func withMonths(
    from start: Instant = Instant(day: "2025-01-10"), _ count: Int = 2,
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      var months = PaidMonths("3000")
      months.start = start
      try await service.ledger.record(months.events(count))
      try await service.ledger.project()
      try await body(service)
    }
  }

  @Test func `sales are divided by the days of the calendar`() async throws {
    try await withMonths { service in
      for (calendar, first, second) in [
        ("", "2025-01-10", "2025-02-09"), ("&calendar=pacific", "2025-01-09", "2025-02-08"),
        ("&calendar=fiscal", "2025-01-09", "2025-02-08"),
      ] {
        try await service.expectReport(
          "sales?by=day\(calendar)&from=2025-01-01&to=2025-04-01",
          [
            Self.heads, "\(first),EUR,1,9990,0,0,0,0,9990,0,0",
            "\(second),EUR,1,9990,0,0,0,0,9990,0,0",
          ])
      }
    }
  }

  /// Midnight of 2025-03-02 in UTC is still 03-01 in Los Angeles, the last day of fiscal month 05.
  @Test(arguments: [
    ("2025-03-02", "utc", "2025-03"), ("2025-03-02", "pacific", "2025-03"),
    ("2025-03-02", "fiscal", "2025-05"), ("2025-04-01", "utc", "2025-04"),
    ("2025-04-01", "pacific", "2025-03"), ("2025-04-01", "fiscal", "2025-07"),
  ])
  func `months are those of UTC, of Los Angeles and of Apple's fiscal year`(
    day: String, calendar: String, month: String
  ) async throws {
    try await withMonths(from: Instant(day: day), 1) { service in
      try await service.expectReport(
        "sales?by=month&calendar=\(calendar)&from=2025-01-01",
        [Self.heads, "\(month),EUR,1,9990,0,0,0,0,9990,0,0"])
    }
  }

  /// 9,990 hold a tax of 1,595; Apple keeps 30 % of the rest, 2,519.
  @Test func `proceeds and commission are divided too`() async throws {
    try await withMonths { service in
      try await service.expectReport(
        "proceeds?by=month",
        [
          "date,currency,net,estimatedTax,commission,proceeds,adjustments,byRules",
          "2025-01,EUR,9990,1595,2519,5876,0,0", "2025-02,EUR,9990,1595,2519,5876,0,0",
        ])
      let heads =
        "date,currency,rate,reason,charges,refunds,price,returned,commission,returnedCommission,"
        + "netCommission,savedByTenure,lapseCost,corrections,unpriced,uncertain,rateUncertain,"
        + "adjustments,byRules"
      try await service.expectReport(
        "commission?by=month",
        [
          heads, "2025-01,EUR,0.30,firstYear,1,0,9990,0,2519,0,2519,0,0,0,0,0,0,0,0",
          "2025-02,EUR,0.30,firstYear,1,0,9990,0,2519,0,2519,0,0,0,0,0,0,0,0",
        ])
    }
  }

  /// Each day earns 333. On 02-01 22 of 30 days are earned, 7,326; on 03-01 all of the first month and 20
  /// days of the second, 6,660.
  @Test func `what is owed goes on from interval to interval`() async throws {
    try await withMonths { service in
      try await service.expectReport(
        "deferred-revenue?by=day&from=2025-01-09&to=2025-01-12",
        [
          Self.owed, "2025-01-10,EUR,0,9990,333,0,0,9657,0,0",
          "2025-01-11,EUR,9657,0,333,0,0,9324,0,0",
        ])
      try await service.expectReport(
        "deferred-revenue?by=month&from=2025-01-01&to=2025-04-01",
        [
          Self.owed, "2025-01,EUR,0,9990,7326,0,0,2664,0,0",
          "2025-02,EUR,2664,9990,9324,0,0,3330,0,0",
          "2025-03,EUR,3330,0,3330,0,0,0,0,0",
        ])
      let table = try await service.get(
        "/v1/reports/deferred-revenue?by=month&from=2025-01-01&to=2025-04-01&format=table")
      let total = table.body.split(separator: "\n").last { $0.contains("total EUR") }
      // Openings and closings of several months do not add up.
      #expect(
        total?.split(separator: " ").joined(separator: " ") == "total EUR 19.98 19.980 0.00 0.00")
    }
  }

  @Test(arguments: [
    ("sales?by=day,month", "`by` must be some of product, group, storefront, currency, and day or"),
    ("coins?by=day", "`by` must be some of product, group, storefront, currency, comma-separated"),
    ("deferred-revenue?by=month", "`by` needs `from` or `period` for day or month"),
    (
      "sales?calendar=fiscal",
      "`calendar` needs `period`, `from` or `to`, or `by` with day or month"
    ),
  ])
  func `a division that a report does not have is rejected`(path: String, reason: String)
    async throws
  {
    try await TestService.with { service in
      let answer = try await service.get("/v1/reports/\(path)")
      #expect(answer.problem.hasPrefix("400"))
      #expect(answer.body.contains(reason), "\(answer.body)")
    }
  }
}
