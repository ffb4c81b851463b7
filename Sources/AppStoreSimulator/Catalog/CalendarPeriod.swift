import Foundation

/// A stretch of calendar time in Los Angeles, whose calendar Apple uses for all customers. Apple
/// writes a month as `P1M`.
package struct CalendarPeriod: Hashable, Sendable {
  package enum Unit: Character, Sendable {
    case day = "D"
    case week = "W"
    case month = "M"
    case year = "Y"
  }

  package let count: Int
  package let unit: Unit

  package init(_ count: Int, _ unit: Unit) {
    self.count = count
    self.unit = unit
  }

  /// Reads `P`, a number from 1 to 9999 and one of D, W, M, Y; fails for any other text.
  package init?(iso8601 text: String) {
    guard let match = text.wholeMatch(of: /P([0-9]{1,4})([DWMY])/), let count = Int(match.1),
      count > 0, let unit = match.2.first.flatMap(Unit.init)
    else { return nil }
    self.init(count, unit)
  }

  package var iso8601: String { "P\(count)\(unit.rawValue)" }

  /// Returns the moment `times` periods after `start`, both in milliseconds since 1970.
  ///
  /// The time of day stays the same in Los Angeles, and so changes by an hour in UTC with summer
  /// time. The end of a month is clamped, and every period is counted from `start`: from
  /// 30 November, three months end on 28 February and four months on 30 March.
  package func end(after start: Int64, times: Int = 1) -> Int64 {
    let component: Calendar.Component =
      switch unit {
      case .day, .week: .day
      case .month: .month
      case .year: .year
      }
    let value = count * times * (unit == .week ? 7 : 1)
    let (seconds, milliseconds) = start.quotientAndRemainder(dividingBy: 1_000)
    let date = Date(timeIntervalSince1970: Double(seconds))
    guard let end = Self.calendar.date(byAdding: component, value: value, to: date) else {
      preconditionFailure("every date of the Gregorian calendar has one a period later")
    }
    return Int64(end.timeIntervalSince1970.rounded()) * 1_000 + milliseconds
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    guard let timeZone = TimeZone(identifier: "America/Los_Angeles") else {
      preconditionFailure("Foundation brings the time zones of its own")
    }
    calendar.timeZone = timeZone
    return calendar
  }()
}

extension Int64 {
  /// So many days, in milliseconds.
  package var days: Int64 { self * 86_400_000 }
  /// So many hours, in milliseconds.
  package var hours: Int64 { self * 3_600_000 }
}
