import Ledger

/// A month of one of the calendars of reports.
struct ModelCohortMonth: Hashable {
  /// The month as `2026-10`; of the fiscal calendar by Apple's year, whose month 01 is fiscal October.
  let name: String
  let start: Int64
  /// The first moment after the month.
  let end: Int64

  /// Creates the month in which a moment lies.
  init(of moment: Int64, _ calendar: ModelReportQuestion.Calendar) {
    let instant = Instant(milliseconds: moment)
    switch calendar {
    case .utc:
      let day = CivilDate(of: instant)
      let next = Self.month(after: day)
      name = Self.name(day.year, day.month)
      start = CivilDate(firstOf: day.month, in: day.year).start.milliseconds
      end = next.start.milliseconds
    case .pacific:
      let day = PacificTime.day(of: instant)
      name = Self.name(day.year, day.month)
      start = PacificTime.start(of: CivilDate(firstOf: day.month, in: day.year)).milliseconds
      end = PacificTime.start(of: Self.month(after: day)).milliseconds
    case .fiscal:
      let day = PacificTime.day(of: instant).daysSince1970
      let civil = PacificTime.day(of: instant)
      let year = day < Self.fiscalStart(of: civil.year + 1) ? civil.year : civil.year + 1
      let (number, first, last) = Self.fiscalMonth(of: day, in: year)
      name = Self.name(year, number)
      start = PacificTime.start(of: CivilDate(daysSince1970: first)).milliseconds
      end = PacificTime.start(of: CivilDate(daysSince1970: last)).milliseconds
    }
  }

  private static func month(after day: CivilDate) -> CivilDate {
    day.month == 12
      ? CivilDate(firstOf: 1, in: day.year + 1) : CivilDate(firstOf: day.month + 1, in: day.year)
  }

  private static func name(_ year: Int64, _ month: Int64) -> String {
    "\(CivilDate(firstOf: month, in: year).description.dropLast(3))"
  }

  /// Returns the first day of a fiscal year: the day after the last Saturday of the September before. Day 2,
  /// 1970-01-03, was a Saturday.
  private static func fiscalStart(of year: Int64) -> Int64 {
    let lastOfSeptember = CivilDate(firstOf: 10, in: year - 1).daysSince1970 - 1
    return lastOfSeptember - (lastOfSeptember - 2) % 7 + 1
  }

  /// Returns the number of a fiscal month, its first day and the first one after it. A quarter has 5, 4 and 4
  /// weeks; in a year of 53 weeks the third month has 5, too.
  private static func fiscalMonth(of day: Int64, in year: Int64) -> (Int64, Int64, Int64) {
    let isLong = fiscalStart(of: year + 1) - fiscalStart(of: year) == 53 * 7
    var first = fiscalStart(of: year)
    for month in Int64(1)..<12 {
      let weeks: Int64 = month % 3 == 1 || month == 3 && isLong ? 5 : 4
      guard day >= first + weeks * 7 else { return (month, first, first + weeks * 7) }
      first += weeks * 7
    }
    return (12, first, first + 28)
  }
}
