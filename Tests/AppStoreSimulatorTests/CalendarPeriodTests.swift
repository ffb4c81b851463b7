import AppStoreSimulator
import Foundation
import Testing

struct CalendarPeriodTests {
  /// Returns twenty past two in the morning of a day in Los Angeles.
  private func milliseconds(_ day: String, isSummer: Bool = false) throws -> Int64 {
    Int64(
      try Date("\(day)T\(isSummer ? "09" : "10"):20:30Z", strategy: .iso8601).timeIntervalSince1970)
      * 1_000 + 456
  }

  @Test(arguments: [
    ("2026-01-15", "P3D", "2026-01-18"),
    ("2026-02-26", "P1W", "2026-03-05"),
    ("2026-01-31", "P1M", "2026-02-28"),
    ("2024-01-31", "P1M", "2024-02-29"),
    ("2025-11-30", "P3M", "2026-02-28"),
    ("2026-01-28", "P1M", "2026-02-28"),
    ("2026-11-30", "P3M", "2027-02-28"),
    ("2024-02-29", "P1Y", "2025-02-28"),
    ("2023-02-28", "P1Y", "2024-02-28"),
    ("2026-12-31", "P2M", "2027-02-28"),
  ])
  func `a period ends on the same day of a later month, or on that month's last`(
    start: String, period: String, end: String
  ) throws {
    let period = try #require(CalendarPeriod(iso8601: period))
    #expect(period.end(after: try milliseconds(start)) == (try milliseconds(end)))
  }

  @Test(arguments: [
    (1, "2026-02-28", false), (2, "2026-03-31", true), (3, "2026-04-30", true),
    (12, "2027-01-31", false), (25, "2028-02-29", false),
  ])
  func `a short month on the way moves no later end, and summer time only the hour`(
    times: Int, end: String, isSummer: Bool
  ) throws {
    let start = try milliseconds("2026-01-31")
    #expect(
      CalendarPeriod(1, .month).end(after: start, times: times)
        == (try milliseconds(end, isSummer: isSummer)))
  }

  @Test func `a leap day comes round every fourth year`() throws {
    let start = try milliseconds("2024-02-29")
    let year = CalendarPeriod(1, .year)
    #expect(year.end(after: start, times: 3) == (try milliseconds("2027-02-28")))
    #expect(year.end(after: start, times: 4) == (try milliseconds("2028-02-29")))
  }

  @Test func `no time is the start itself, to the millisecond`() throws {
    let start = try milliseconds("2026-01-31")
    #expect(CalendarPeriod(1, .month).end(after: start, times: 0) == start)
  }

  @Test func `four weeks are twenty-eight days`() throws {
    let start = try milliseconds("2026-03-20")
    #expect(CalendarPeriod(1, .week).end(after: start, times: 4) == start + 28 * Int64(1).days)
    #expect(CalendarPeriod(28, .day).end(after: start) == start + 28 * Int64(24).hours)
  }

  @Test(arguments: ["P3D", "P1W", "P6M", "P1Y", "P180D"])
  func `a period is written as it was read`(text: String) {
    #expect(CalendarPeriod(iso8601: text)?.iso8601 == text)
  }

  @Test(arguments: ["", "P", "PM", "P0M", "P-1M", "P+1M", "1M", "P1H", "PT1M", "P1M2D", "P10000D"])
  func `anything else is no period`(text: String) {
    #expect(CalendarPeriod(iso8601: text) == nil)
  }
}
