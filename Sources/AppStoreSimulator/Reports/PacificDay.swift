import Foundation

/// A calendar day in Los Angeles, by which Apple's worldwide reports count.
package struct PacificDay: Hashable, Comparable, Sendable {
  /// The days since 1 January 1970.
  private let number: Int

  private init(number: Int) {
    self.number = number
  }

  /// Returns the day of a moment in milliseconds since 1970.
  package init(of moment: Int64) {
    let second = Self.floor(moment, by: 1_000)
    number = Int(Self.floor(second + Self.offset(at: second), by: Self.secondsOfDay))
  }

  /// Reads a day such as `2026-01-31`; fails for any other text and for a day that does not exist.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3)
    else { return nil }
    self.init(year: year, month: month, day: day)
    guard self.text == text else { return nil }
  }

  /// Returns the day of a date in the Gregorian calendar. A day that its month does not have is one of
  /// the next month.
  init(year: Int, month: Int, day: Int) {
    let components = DateComponents(year: year, month: month, day: day)
    guard let date = Self.civil.date(from: components) else {
      preconditionFailure("a year, a month and a day are a date")
    }
    number = Int(Self.floor(Int64(date.timeIntervalSince1970), by: Self.secondsOfDay))
  }

  /// The first moment of the day in milliseconds since 1970.
  package var start: Int64 {
    // At eight in the morning in UTC no change of summer time has happened on this day yet.
    let midnight = Int64(number) * Self.secondsOfDay
    return (midnight - Self.offset(at: midnight + Int64(8).hours / 1_000)) * 1_000
  }

  /// The first moment of the next day.
  package var end: Int64 { next.start }

  package var next: PacificDay { advanced(by: 1) }

  func advanced(by days: Int) -> PacificDay { PacificDay(number: number + days) }

  /// Returns the days from another one to this one; negative if this one is earlier.
  func days(since other: PacificDay) -> Int { number - other.number }

  /// The number of days since the last Saturday; 0 for a Saturday.
  var daysSinceSaturday: Int {
    let thursday = 5  // 1 January 1970 was the fifth day after a Saturday.
    return Int(Self.remainder(Int64(number + thursday), by: 7))
  }

  package static func < (left: PacificDay, right: PacificDay) -> Bool {
    left.number < right.number
  }
}

/// The forms in which Apple writes a day.
extension PacificDay {
  /// Such as `2026-01-31`.
  package var text: String {
    let date = parts
    return "\(date.year)-\(date.month)-\(date.day)"
  }

  /// Such as `01/31/2026`.
  package var slashed: String {
    let date = parts
    return "\(date.month)/\(date.day)/\(date.year)"
  }

  /// Such as `20260131`.
  var compact: String {
    let date = parts
    return date.year + date.month + date.day
  }

  var year: Int { Self.civil.component(.year, from: date) }

  private var date: Date {
    Date(timeIntervalSince1970: TimeInterval(Int64(number) * Self.secondsOfDay))
  }

  private var parts: (year: String, month: String, day: String) {
    let parts = Self.civil.dateComponents([.year, .month, .day], from: date)
    func digits(_ number: Int?, _ count: Int) -> String {
      let text = String(number ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return (digits(parts.year, 4), digits(parts.month, 2), digits(parts.day, 2))
  }
}

extension PacificDay {
  private static let secondsOfDay: Int64 = 86_400

  private static let zone: TimeZone = {
    guard let zone = TimeZone(identifier: "America/Los_Angeles") else {
      preconditionFailure("Foundation brings the time zones of its own")
    }
    return zone
  }()

  private static let civil: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Returns the seconds by which Los Angeles is ahead of UTC, which are negative.
  private static func offset(at second: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second))))
  }

  private static func floor(_ value: Int64, by divisor: Int64) -> Int64 {
    (value - remainder(value, by: divisor)) / divisor
  }

  private static func remainder(_ value: Int64, by divisor: Int64) -> Int64 {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
