import Foundation

/// The length of a subscription period by the calendar of Los Angeles, which Apple uses for all
/// customers. Month ends are clamped.
///
/// It serves forecasts, and the recognition of whole periods. The expiry of a period is always the
/// one that Apple asserted.
package enum BillingPeriod: Hashable, Sendable, Codable {
  case days(Int)
  case months(Int)
  /// A length that no production subscription has, as in the sandbox.
  case exactly(Duration)

  /// The periods that Apple sells: a week, and one, two, three, six and twelve months.
  package static let standard: [BillingPeriod] = [
    .days(7), .months(1), .months(2), .months(3), .months(6), .months(12),
  ]

  /// Infers the period that was probably sold from `start` to `end`: the standard period whose
  /// possible lengths include the interval, or else an exact length.
  package init(from start: Instant, to end: Instant) {
    let length = end - start
    let fitting = Self.standard.first { $0.lengths.contains(length) }
    self = fitting ?? .exactly(length)
  }

  /// Returns the end of `count` periods that begin at `start`: the same time of day in Los Angeles.
  /// The day of the month is kept if the month has it.
  package func end(from start: Instant, count: Int = 1) -> Instant {
    switch self {
    case .days(let days): start.advanced(.day, by: days * count)
    case .months(let months): start.advanced(.month, by: months * count)
    case .exactly(let duration): start + duration * count
    }
  }

  /// True for a length that Apple sells.
  var isSold: Bool { Self.standard.contains(self) }

  /// The possible lengths. Summer time moves clocks by an hour.
  package var lengths: ClosedRange<Duration> {
    let days: ClosedRange<Int>
    switch self {
    case .days(let count): days = count...count
    case .months(let months): days = Self.days(of: months)
    case .exactly(let duration): return duration...duration
    }
    let change: Duration = .seconds(3_600)
    return .day * days.lowerBound - change ... .day * days.upperBound + change
  }

  /// Returns the fewest and the most days that so many months have, a month being 28 to 31 days
  /// long.
  private static func days(of months: Int) -> ClosedRange<Int> {
    let (years, rest) = months.quotientAndRemainder(dividingBy: 12)
    let shortest = [0, 28, 59, 89, 120, 150, 181, 212, 242, 273, 303, 334]
    let longest = [0, 31, 62, 92, 123, 153, 184, 215, 245, 276, 306, 337]
    return 365 * years + shortest[rest]...366 * years + longest[rest]
  }
}

extension Instant {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    guard let timeZone = TimeZone(identifier: "America/Los_Angeles") else {
      preconditionFailure("Foundation brings the time zones of its own")
    }
    calendar.timeZone = timeZone
    return calendar
  }()

  /// Returns the same time of day some days or months later; in a month that lacks the day, on its
  /// last day.
  fileprivate func advanced(_ unit: Calendar.Component, by count: Int) -> Instant {
    let second = Date(timeIntervalSince1970: (Double(milliseconds) / 1_000).rounded(.down))
    let later = Self.calendar.date(byAdding: unit, value: count, to: second) ?? second
    return self + (Instant(later) - Instant(second))
  }
}

extension BillingPeriod {
  /// The largest number in a duration.
  private static let countMax = 999

  /// Parses an ISO 8601 duration of days, weeks, months or years: `P` with a number from 1 to 999 and
  /// `D`, `W`, `M` or `Y`. Nil for any other.
  package init?(duration: String) {
    let digits = duration.dropFirst().dropLast()
    guard duration.first == "P", digits.allSatisfy({ ("0"..."9").contains($0) }),
      let count = Int(digits), (1...Self.countMax).contains(count)
    else { return nil }
    switch duration.last {
    case "D": self = .days(count)
    case "W": self = .days(count * 7)
    case "M": self = .months(count)
    case "Y": self = .months(count * 12)
    default: return nil
    }
  }

  /// The ISO 8601 duration, with `P1W` for a week and `P1Y` for a year; nil for an exact length.
  package var duration: String? {
    switch self {
    case .days(7): "P1W"
    case .months(12): "P1Y"
    case .days(let days): "P\(days)D"
    case .months(let months): "P\(months)M"
    case .exactly: nil
    }
  }
}
