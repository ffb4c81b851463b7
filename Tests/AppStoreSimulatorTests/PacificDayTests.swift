import AppStoreSimulator
import Foundation
import Ledger
import Testing

struct PacificDayTests {
  /// The last days have 23 and 25 hours.
  @Test(arguments: [
    ("2025-01-15", "2025-01-15T08:00:00Z", 24), ("2025-07-15", "2025-07-15T07:00:00Z", 24),
    ("2024-12-31", "2024-12-31T08:00:00Z", 24), ("2024-02-29", "2024-02-29T08:00:00Z", 24),
    ("2025-03-09", "2025-03-09T08:00:00Z", 23), ("2025-11-02", "2025-11-02T07:00:00Z", 25),
    ("1969-12-31", "1969-12-31T08:00:00Z", 24),
  ])
  func `a day begins and ends at midnight in Los Angeles`(
    text: String, start: String, hours: Int64
  ) throws {
    let day = try ReadReports.day(text)
    let moment = Int64(try Date(start, strategy: .iso8601).timeIntervalSince1970) * 1_000
    #expect(day.start == moment)
    #expect(day.end == moment + hours.hours)
    #expect(PacificDay(of: moment) == day)
    #expect(PacificDay(of: moment - 1).next == day)
    #expect(PacificDay(of: day.end - 1) == day)
    #expect(PacificDay(of: day.end) == day.next)
    #expect(day.text == text)
  }

  @Test(arguments: ["", "2025-1-1", "2025-02-29", "2025-13-01", "01/31/2025", "2025-01-01T"])
  func `another text is no day`(text: String) {
    #expect(PacificDay(text) == nil)
  }

  @Test(arguments: [
    ("2026-01", "2025-09-28", "2025-11-01"), ("2026-02", "2025-11-02", "2025-11-29"),
    ("2026-03", "2025-11-30", "2025-12-27"), ("2026-04", "2025-12-28", "2026-01-31"),
    ("2026-12", "2026-08-30", "2026-09-26"), ("2023-02", "2022-10-30", "2022-11-26"),
    ("2023-03", "2022-11-27", "2022-12-31"), ("2023-04", "2023-01-01", "2023-02-04"),
    ("2023-12", "2023-09-03", "2023-09-30"), ("2028-03", "2027-11-28", "2028-01-01"),
  ])
  func `Apple's fiscal months have their days`(
    text: String, first: String, last: String
  ) throws {
    let month = try ReadReports.month(text)
    #expect(month.days == (try ReadReports.day(first)...ReadReports.day(last)))
    #expect(SettlementMonth(of: month.days.lowerBound) == month)
    #expect(SettlementMonth(of: month.days.upperBound) == month)
    #expect(SettlementMonth(of: month.days.upperBound.next) == month.next)
  }

  @Test func `the ledger's calendar, written by others, has the same days and months`() throws {
    var day = try ReadReports.day("2021-01-01")
    let end = try ReadReports.day("2031-01-01")
    while day < end {
      let month = SettlementMonth(of: day)
      let noon = Instant(milliseconds: day.start + Int64(12).hours)
      let date = PacificTime.day(of: noon)
      #expect(date.description == day.text)
      #expect(
        "\(month.year)-\(month.month)"
          == "\(FiscalMonth(of: date).year)-\(FiscalMonth(of: date).month)")
      day = day.next
    }
  }

  @Test(arguments: ["2026-13", "2026-00", "2026", "2026-1", "", "0000-01"])
  func `another text is no fiscal month`(text: String) {
    #expect(SettlementMonth(text) == nil)
  }
}
