import Ledger

/// The length of a plan by the calendar of Los Angeles, for forecasts.
enum ModelPlanLength: Equatable {
  case days(Int64)
  case months(Int64)
  case milliseconds(Int64)

  private static let day: Int64 = 86_400_000

  init?(_ period: BillingPeriod?) {
    switch period {
    case .days(let days): self = .days(Int64(days))
    case .months(let months): self = .months(Int64(months))
    case .exactly(let duration): self = .milliseconds(duration.milliseconds)
    case nil: return nil
    }
  }

  /// Creates the length that Apple sells, or else the time itself.
  init(sold length: Int64) {
    let hour: Int64 = 3_600_000
    let months: [(Int64, ClosedRange<Int64>)] = [
      (1, 28...31), (2, 59...62), (3, 89...92), (6, 181...184), (12, 365...366),
    ]
    func fits(_ days: ClosedRange<Int64>) -> Bool {
      (days.lowerBound * Self.day - hour...days.upperBound * Self.day + hour).contains(length)
    }
    if fits(7...7) {
      self = .days(7)
    } else if let fitting = months.first(where: { fits($0.1) }) {
      self = .months(fitting.0)
    } else {
      self = .milliseconds(length)
    }
  }

  /// Returns the moment after so many lengths: the same time of day in Los Angeles, on the same day of the month
  /// or the last one.
  func end(after start: Int64, count: Int64) -> Int64 {
    if case .milliseconds(let length) = self { return start + length * count }
    let offset = PacificTime.offset(at: Instant(milliseconds: start))
    let date = PacificTime.day(of: Instant(milliseconds: start))
    let time = start + offset - date.daysSince1970 * Self.day
    let day: Int64
    switch self {
    case .days(let days): day = date.daysSince1970 + days * count
    case .months(let months): day = Self.day(date, after: months * count)
    case .milliseconds: return start
    }
    let local = day * Self.day + time
    return local - PacificTime.offset(at: Instant(milliseconds: local - offset))
  }

  private static func day(_ date: CivilDate, after months: Int64) -> Int64 {
    let number = date.year * 12 + date.month - 1 + months
    let first = CivilDate(firstOf: number % 12 + 1, in: number / 12).daysSince1970
    let next = CivilDate(firstOf: (number + 1) % 12 + 1, in: (number + 1) / 12).daysSince1970
    return min(first + date.day - 1, next - 1)
  }
}
