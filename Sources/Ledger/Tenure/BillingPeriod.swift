import Foundation

/// The length of a subscription's period, by the calendar in UTC. Month ends are clamped.
///
/// Only forecasts are made with it, and one comparison: an expiry is always what Apple says.
package enum BillingPeriod: Hashable, Sendable, Codable {
  case days(Int)
  case months(Int)
  /// A length no real subscription has, as in the sandbox.
  case exactly(Duration)

  /// The periods Apple sells: a week, and one, two, three, six and twelve months.
  package static let standard: [BillingPeriod] = [
    .days(7), .months(1), .months(2), .months(3), .months(6), .months(12),
  ]

  /// What was probably sold from `start` to `end`: the standard period that fits within the
  /// clamping of a month's end, else exactly this long.
  package init(from start: Instant, to end: Instant) {
    let length = end - start
    let fitting = Self.standard.first { $0.lengths.contains(length) }
    self = fitting ?? .exactly(length)
  }

  /// The end of `count` such periods that begin at `start`; the day of the month is kept where it
  /// exists.
  package func end(from start: Instant, count: Int = 1) -> Instant {
    switch self {
    case .days(let days): start + .seconds(days * count * 86_400)
    case .months(let months): start.advanced(months: months * count)
    case .exactly(let duration): start + duration * count
    }
  }

  /// How long it may be: a month has 28 to 31 days, and clocks are put forward and back.
  private var lengths: ClosedRange<Duration> {
    let change: Duration = .seconds(3_600)
    switch self {
    case .days(let days):
      return .seconds(days * 86_400) - change ... .seconds(days * 86_400) + change
    case .months(let months):
      let days = Double(months) * 365.25 / 12
      return .seconds((days - 3.5) * 86_400) ... .seconds((days + 2) * 86_400)
    case .exactly(let duration): return duration...duration
    }
  }
}

extension Instant {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// The same day and time some months later, or the month's last day where it has no such day.
  fileprivate func advanced(months: Int) -> Instant {
    let second = Date(timeIntervalSince1970: (Double(milliseconds) / 1_000).rounded(.down))
    let later = Self.calendar.date(byAdding: .month, value: months, to: second) ?? second
    return self + (Instant(later) - Instant(second))
  }
}
