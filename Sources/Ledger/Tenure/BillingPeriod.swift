import Foundation

/// The length of a subscription period by the calendar in UTC. Month ends are clamped.
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

  /// Returns the end of `count` periods that begin at `start`; the day of the month is kept if the
  /// month has it.
  package func end(from start: Instant, count: Int = 1) -> Instant {
    switch self {
    case .days(let days): start + .seconds(days * count * 86_400)
    case .months(let months): start.advanced(months: months * count)
    case .exactly(let duration): start + duration * count
    }
  }

  /// The possible lengths: a month has 28 to 31 days, and daylight saving moves clocks by an hour.
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

  /// Returns the same day and time some months later, or the last day of a month that lacks the
  /// day.
  fileprivate func advanced(months: Int) -> Instant {
    let second = Date(timeIntervalSince1970: (Double(milliseconds) / 1_000).rounded(.down))
    let later = Self.calendar.date(byAdding: .month, value: months, to: second) ?? second
    return self + (Instant(later) - Instant(second))
  }
}
