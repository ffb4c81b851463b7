/// A month of Apple's fiscal calendar. Apple settles and pays by these months.
///
/// A fiscal year ends on the last Saturday of September and bears the number of the calendar year of
/// that day. Weeks run from Sunday to Saturday. The months of each quarter have 5, 4 and 4 weeks. In
/// a year of 53 weeks the third month has five. Month 1 is called October by Apple.
///
/// The text form is `2026-03`, as in Apple's finance requests: fiscal year and fiscal month.
///
/// Source: `appstore/reports.md` §8.
package struct FiscalMonth: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let year: Int64
  /// 1 to 12.
  package let month: Int64

  private static let weekDays: Int64 = 7
  private static let longMonth: Int64 = 3

  /// Creates the month in which a civil date lies. Apple's fiscal days are days of Pacific time; see
  /// ``PacificTime``.
  package init(of date: CivilDate) {
    let day = date.daysSince1970
    var year = date.year
    if day > Self.lastDay(of: year) { year += 1 }
    let week = (day - Self.firstDay(of: year)) / Self.weekDays
    let weeks = Self.weeks(of: year)
    var month: Int64 = 1
    var passed = weeks[0]
    while week >= passed {
      passed += weeks[Int(month)]
      month += 1
    }
    self.year = year
    self.month = month
  }

  /// Validates a year from 1 to 9999 and a month from 1 to 12; nil for others.
  package init?(year: Int64, month: Int64) {
    guard (1...9_999).contains(year), (1...12).contains(month) else { return nil }
    self.year = year
    self.month = month
  }

  /// Parses four digits of a year and two of a month, as in `2026-03`; nil for anything else.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: /(\d{4})-(\d\d)/.asciiOnlyDigits())?.output,
      let year = Int64(match.1), let month = Int64(match.2)
    else { return nil }
    self.init(year: year, month: month)
  }

  package var first: CivilDate {
    let before = Self.weeks(of: year).prefix(Int(month) - 1).reduce(0, +)
    return CivilDate(daysSince1970: Self.firstDay(of: year) + before * Self.weekDays)
  }

  package var last: CivilDate {
    let through = Self.weeks(of: year).prefix(Int(month)).reduce(0, +)
    return CivilDate(daysSince1970: Self.firstDay(of: year) + through * Self.weekDays - 1)
  }

  /// The days from the first to the last.
  package var days: ClosedRange<CivilDate> { first...last }

  /// The month that follows.
  package var after: FiscalMonth { FiscalMonth(number: year * 12 + month) }

  package static func < (left: FiscalMonth, right: FiscalMonth) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }

  package var description: String {
    String(CivilDate(firstOf: month, in: year).description.dropLast(3))
  }

  private init(number: Int64) {
    year = number / 12
    month = number % 12 + 1
  }

  /// Returns the number of weeks in a fiscal year: 52 or 53.
  package static func weekCount(of year: Int64) -> Int64 {
    (lastDay(of: year) - lastDay(of: year - 1)) / weekDays
  }

  private static func weeks(of year: Int64) -> [Int64] {
    let third = weekCount(of: year) == 53 ? longMonth : 0
    return (1...12).map { $0 == third ? 5 : ($0 % 3 == 1 ? 5 : 4) }
  }

  private static func firstDay(of year: Int64) -> Int64 { lastDay(of: year - 1) + 1 }

  /// Returns the last Saturday of September as days since 1970.
  private static func lastDay(of year: Int64) -> Int64 {
    let end = CivilDate(firstOf: 10, in: year).daysSince1970 - 1
    let sinceSaturday = ((end + 5) % weekDays + weekDays) % weekDays  // day 2, 1970-01-03, was one
    return end - sinceSaturday
  }
}
