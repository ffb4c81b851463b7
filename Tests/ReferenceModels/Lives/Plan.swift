import Ledger

/// A subscription plan, with the length of its periods.
enum Plan: String, CaseIterable {
  case weekly, monthly, twoMonths, quarterly, halfYear, yearly

  /// The months of a period, or nil for a week.
  private var months: Int64? {
    switch self {
    case .weekly: nil
    case .monthly: 1
    case .twoMonths: 2
    case .quarterly: 3
    case .halfYear: 6
    case .yearly: 12
    }
  }

  /// Returns the end of a period, on the same day of a later month or on the last day of that
  /// month. `anniversary` is the preferred day of the month.
  func end(from start: Int64, anniversary: Int64) -> Int64 {
    guard let months else { return start + 7 * CalendarDay.length }
    return CalendarDay(of: start).later(by: months, on: anniversary).start
      + (start - CalendarDay(of: start).start)
  }
}

/// A day of the Gregorian calendar after 1970, found by counting months from there.
struct CalendarDay {
  static let length: Int64 = 86_400_000

  let year: Int64
  let month: Int64
  let day: Int64

  init(of milliseconds: Int64) {
    var rest = milliseconds / Self.length
    var year: Int64 = 1970
    while rest >= (Self.isLeap(year) ? 366 : 365) {
      rest -= Self.isLeap(year) ? 366 : 365
      year += 1
    }
    var month: Int64 = 1
    while rest >= Self.days(in: month, of: year) {
      rest -= Self.days(in: month, of: year)
      month += 1
    }
    (self.year, self.month, day) = (year, month, rest + 1)
  }

  init(year: Int64, month: Int64, day: Int64) {
    (self.year, self.month, self.day) = (year, month, min(day, Self.days(in: month, of: year)))
  }

  func later(by months: Int64, on day: Int64) -> CalendarDay {
    let number = year * 12 + month - 1 + months
    return CalendarDay(year: number / 12, month: number % 12 + 1, day: day)
  }

  var start: Int64 {
    var days = day - 1
    for earlier in 1970..<year { days += Self.isLeap(earlier) ? 366 : 365 }
    for earlier in 1..<month where month > 1 { days += Self.days(in: earlier, of: year) }
    return days * Self.length
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
