import Ledger

/// The time of service in which a price is earned evenly.
struct DebtSpan {
  let start: Instant
  let end: Instant
  /// True if what was earned is rounded down; otherwise to the nearest milliunit, half up.
  var roundsDown = false

  /// Returns nil for a time without length: its price is earned at once, and never owed.
  init?(start: Instant, end: Instant?) {
    guard let end, start < end else { return nil }
    self.start = start
    self.end = end
  }

  /// Returns the part of a price that was earned by a moment.
  func earned(of price: Int64, by moment: Instant) -> Int128 {
    let length = Int128(end.milliseconds) - Int128(start.milliseconds)
    let passed = Int128(min(max(moment, start), end).milliseconds) - Int128(start.milliseconds)
    let (whole, rest) = (Int128(price) * passed).quotientAndRemainder(dividingBy: length)
    return !roundsDown && rest * 2 >= length ? whole + 1 : whole
  }
}

/// The calendar of passes: that of UTC, with the day of the month kept if the month has it.
enum DebtCalendar {
  /// Returns the end of so many periods after a moment; nil for a period that is no number of days or months.
  static func end(of period: BillingPeriod, times count: Int64, after start: Instant) -> Instant? {
    switch period {
    case .days(let days):
      return Instant(milliseconds: start.milliseconds + Int64(days) * count * 86_400_000)
    case .months(let months):
      return end(ofMonths: Int64(months) * count, after: start)
    case .exactly:
      return nil
    }
  }

  private static func end(ofMonths months: Int64, after start: Instant) -> Instant {
    let day = CivilDate(of: start)
    let number = day.year * 12 + day.month - 1 + months
    let (year, month) = (number / 12, number % 12 + 1)
    let next = CivilDate(firstOf: month % 12 + 1, in: month == 12 ? year + 1 : year)
    let first = CivilDate(firstOf: month, in: year)
    let last = next.daysSince1970 - first.daysSince1970
    let end = CivilDate(daysSince1970: first.daysSince1970 + min(day.day, last) - 1)
    let timeOfDay = start.milliseconds - day.start.milliseconds
    return Instant(milliseconds: end.start.milliseconds + timeOfDay)
  }
}
