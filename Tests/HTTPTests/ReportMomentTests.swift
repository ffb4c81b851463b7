import Ledger
import Reports
import TestSupport
import Testing

/// The days `from` and `to` of a report, which begin at midnight of its calendar.
struct ReportMomentTests {
  private struct Time: Decodable, Equatable {
    let from: String
    let to: String
    let calendar: String
  }

  @Test(arguments: [
    ("utc", "2026-10-01T00:00:00.000Z", "2026-12-01T00:00:00.000Z"),
    ("pacific", "2026-10-01T07:00:00.000Z", "2026-12-01T08:00:00.000Z"),
    ("fiscal", "2026-10-01T07:00:00.000Z", "2026-12-01T08:00:00.000Z"),
  ])
  func `a day begins at midnight of the calendar, in every report`(
    calendar: String, from: String, to: String
  ) async throws {
    try await TestService.with { service in
      for name in ReportName.allCases where name != .reconciliation {
        // The state of customers is known up to the cut only.
        let isKnown = ![.subscribers, .monthlyRecurringRevenue, .retention, .tenure].contains(name)
        let day = isKnown ? ("2026-10-01", "2026-12-01") : ("2025-10-01", "2025-12-01")
        let expected = Time(
          from: isKnown ? from : from.replacing("2026", with: "2025"),
          to: isKnown ? to : to.replacing("2026", with: "2025"), calendar: calendar)
        let answer = try await service.get(
          "/v1/reports/\(name.rawValue)?from=\(day.0)&to=\(day.1)&calendar=\(calendar)")
        #expect(try answer.decode(Time.self) == expected, "\(name.rawValue)")
      }
    }
  }

  @Test func `days of the calendar are whole`() async throws {
    try await TestService.with { service in
      var months = PaidMonths("3000")
      months.start = Instant(day: "2025-01-10")  // 2025-01-09 at 16:00 in Los Angeles
      try await service.ledger.record(months.events(1))
      try await service.ledger.project()
      for (from, count) in [("2025-01-09", 1), ("2025-01-10", 0)] {
        let rows = try await service.reportRows(
          "sales?by=day&calendar=pacific&from=\(from)&to=2025-02-01")
        #expect(rows.dropFirst().map { $0.prefix(10) } == (count == 0 ? [] : ["2025-01-09"]))
      }
    }
  }

  @Test func `a time of the clock is the same in every calendar`() {
    let text = "2026-10-01T00:00:00.000Z"
    for calendar in ReportingPeriod.Calendar.allCases {
      #expect(ReportMoment.read(text, by: calendar) == Instant(text))
    }
    #expect(ReportMoment.read("2026-02-30", by: .pacific) == nil)
  }
}
