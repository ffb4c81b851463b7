import Ledger
import Testing

struct CivilDateTests {
  @Test func `days are ordered by year, month and day`() throws {
    let days = try [(2025, 12, 31), (2026, 1, 1), (2026, 1, 31), (2026, 2, 1)].map {
      try #require(CivilDate(year: Int64($0.0), month: Int64($0.1), day: Int64($0.2)))
    }
    #expect(days.reversed().sorted() == days)
    #expect(days.map(\.description) == ["2025-12-31", "2026-01-01", "2026-01-31", "2026-02-01"])
    #expect(days.map { CivilDate(daysSince1970: $0.daysSince1970) } == days)
    #expect(days.map { CivilDate(of: $0.start) } == days)
  }

  @Test(arguments: [(2026, 2, 29), (2026, 13, 1), (2026, 0, 1), (2026, 4, 31), (-1, 1, 1)])
  func `a day that its month does not have is none`(year: Int64, month: Int64, day: Int64) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }
}
