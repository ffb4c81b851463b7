import Ledger
import TestSupport
import Testing

struct CalendarMonthTests {
  @Test(
    arguments: [
      ("2026-01-01T00:00:00.000Z", "2025-12-01", "2026-01-01", "2026-02-01"),
      ("2026-01-31T23:59:59.999Z", "2025-12-01", "2026-01-01", "2026-02-01"),
      ("2024-02-29T12:00:00.000Z", "2024-01-01", "2024-02-01", "2024-03-01"),
      ("2025-12-31T23:59:59.999Z", "2025-11-01", "2025-12-01", "2026-01-01"),
      ("1970-01-01T00:00:00.000Z", "1969-12-01", "1970-01-01", "1970-02-01"),
      ("0001-01-15T00:00:00.000Z", "0000-12-01", "0001-01-01", "0001-02-01"),
    ])
  func `has a first moment and neighbors`(
    moment: String, before: String, start: String, after: String
  ) throws {
    let month = CalendarMonth(of: try #require(Instant(moment)))
    #expect(month.before.start == Instant(day: before))
    #expect(month.start == Instant(day: start))
    #expect(month.after.start == Instant(day: after))
  }
}
