import Ledger

/// The length of a period in days, the least and the most, with the hour of summer time on both sides.
struct ModelLength {
  private static let day: Int64 = 86_400_000
  private static let hour: Int64 = 3_600_000
  private static let sold: [ClosedRange<Int64>] = [
    7...7, 28...31, 59...62, 89...92, 181...184, 365...366,
  ]

  private let range: ClosedRange<Int64>

  /// Creates the length of the plan that an interval fits, or of the interval itself.
  init(_ milliseconds: Int64) {
    let fitting = Self.sold.map(Self.range).first { $0.contains(milliseconds) }
    range = fitting ?? milliseconds...milliseconds
  }

  /// Creates the length of a plan that Apple sells.
  init?(_ period: BillingPeriod) {
    switch period {
    case .days(7): range = Self.range(7...7)
    case .months(1): range = Self.range(28...31)
    case .months(2): range = Self.range(59...62)
    case .months(3): range = Self.range(89...92)
    case .months(6): range = Self.range(181...184)
    case .months(12): range = Self.range(365...366)
    default: return nil
    }
  }

  /// True for a length that Apple sells.
  static func isSold(from start: Instant, to end: Instant) -> Bool {
    let length = end.milliseconds - start.milliseconds
    return sold.contains { range($0).contains(length) }
  }

  func isShorter(than other: ModelLength) -> Bool { range.upperBound < other.range.lowerBound }

  private static func range(_ days: ClosedRange<Int64>) -> ClosedRange<Int64> {
    days.lowerBound * day - hour...days.upperBound * day + hour
  }
}
