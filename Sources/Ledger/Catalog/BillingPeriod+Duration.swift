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
