/// Pacific time, in which Apple's worldwide reports divide days.
///
/// The rules of daylight saving time are written down here, since a server need not have a database
/// of time zones, and since a file must be compared the same way in ten years. The rule is 15 U.S.C.
/// 260a: since 2007 from the second Sunday in March to the first in November, from 1987 to 2006 from
/// the first Sunday in April to the last in October, each time at 2:00. Earlier moments follow the
/// rule of 1987, which was not the law then; the App Store opened in 2008. Moments outside the years 1
/// to 9999 are left in UTC.
package enum PacificTime {
  private static let standard: Int64 = -28_800_000
  private static let daylight: Int64 = -25_200_000
  private static let dayMilliseconds: Int64 = 86_400_000
  private static let changeHour: Int64 = 7_200_000
  /// The milliseconds of the years 1 to 9999.
  private static let years = Int64(-62_135_596_800_000)..<253_402_300_800_000

  /// Returns the civil date in Pacific time at a moment.
  package static func day(of moment: Instant) -> CivilDate {
    CivilDate(of: Instant(milliseconds: moment.milliseconds + offset(at: moment)))
  }

  /// Returns the first moment of a Pacific day. Days have 24 hours, or 23 and 25 at the changes of the
  /// clock, which never fall on midnight.
  package static func start(of day: CivilDate) -> Instant {
    let midnight = day.start.milliseconds
    let early = Instant(milliseconds: midnight - daylight)
    return offset(at: early) == daylight ? early : Instant(milliseconds: midnight - standard)
  }

  /// Returns the moments of a Pacific day.
  package static func moments(of day: CivilDate) -> Range<Instant> {
    start(of: day)..<start(of: CivilDate(daysSince1970: day.daysSince1970 + 1))
  }

  /// Returns the milliseconds by which Pacific time is ahead of UTC, a negative number.
  package static func offset(at moment: Instant) -> Int64 {
    guard years.contains(moment.milliseconds) else { return 0 }
    let year = CivilDate(of: Instant(milliseconds: moment.milliseconds + standard)).year
    let (first, last) = changeDays(of: year)
    let begin = first * dayMilliseconds + changeHour - standard
    let end = last * dayMilliseconds + changeHour - daylight
    return (begin..<end).contains(moment.milliseconds) ? daylight : standard
  }

  /// Returns the days since 1970 on which daylight saving time begins and ends.
  private static func changeDays(of year: Int64) -> (first: Int64, last: Int64) {
    let march = CivilDate(firstOf: 3, in: year).daysSince1970
    let april = march + 31
    let november = march + 245
    return year >= 2007
      ? (sunday(from: march) + 7, sunday(from: november))
      : (sunday(from: april), sunday(from: november) - 7)
  }

  /// Returns the first Sunday on or after a day. Day 3, 1970-01-04, was a Sunday.
  private static func sunday(from day: Int64) -> Int64 {
    day + ((3 - day) % 7 + 7) % 7
  }
}
