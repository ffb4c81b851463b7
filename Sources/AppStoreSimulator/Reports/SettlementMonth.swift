/// A month of Apple's fiscal year, by which Apple settles and pays.
///
/// A fiscal year ends on the last Saturday of September. Its quarters have months of 5, 4 and 4 weeks,
/// and in a year of 53 weeks the third month has five.
package struct SettlementMonth: Hashable, Sendable {
  private static let weeks = [5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4]
  private static let weeksOfYear = 52
  /// The index of the month that a year of 53 weeks lengthens.
  private static let longMonth = 2

  /// The fiscal year: 2026 began in September 2025.
  package let year: Int
  /// 1 for the month that Apple names October, to 12.
  package let month: Int

  private init(year: Int, month: Int) {
    self.year = year
    self.month = month
  }

  /// Returns the month in which a day lies.
  package init(of day: PacificDay) {
    let year = day < Self.start(ofYear: day.year + 1) ? day.year : day.year + 1
    var month = SettlementMonth(year: year, month: 1)
    while month.days.upperBound < day { month = month.next }
    self = month
  }

  /// Reads a month such as `2026-04`; fails for any other text.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})/), let year = Int(match.1),
      let month = Int(match.2), (1...12).contains(month), year > 0
    else { return nil }
    self.init(year: year, month: month)
  }

  /// The first and the last day.
  package var days: ClosedRange<PacificDay> {
    let start = Self.start(ofYear: year)
    var weeks = Self.weeks
    if Self.start(ofYear: year + 1).days(since: start) > Self.weeksOfYear * 7 {
      weeks[Self.longMonth] += 1
    }
    let first = start.advanced(by: weeks.prefix(month - 1).reduce(0, +) * 7)
    return first...first.advanced(by: weeks[month - 1] * 7 - 1)
  }

  package var next: SettlementMonth {
    month == 12
      ? SettlementMonth(year: year + 1, month: 1) : SettlementMonth(year: year, month: month + 1)
  }

  /// The month as in Apple's finance requests, such as `2026-04`.
  package var name: String { "\(year)-\(String(month + 100).dropFirst())" }

  /// The month as in the names of files, such as `0426`.
  var compact: String { "\(String(month + 100).dropFirst())\(String(year + 10_000).suffix(2))" }

  private static func start(ofYear year: Int) -> PacificDay {
    let end = PacificDay(year: year - 1, month: 9, day: 30)
    return end.advanced(by: 1 - end.daysSinceSaturday)
  }
}
