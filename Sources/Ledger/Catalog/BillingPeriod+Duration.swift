extension BillingPeriod {
  private static let durations: [String: BillingPeriod] = [
    "P1W": .days(7), "P7D": .days(7), "P1M": .months(1), "P2M": .months(2), "P3M": .months(3),
    "P6M": .months(6), "P1Y": .months(12), "P12M": .months(12),
  ]

  /// Parses the ISO 8601 duration of a period that Apple sells; nil for any other.
  package init?(duration: String) {
    guard let period = Self.durations[duration] else { return nil }
    self = period
  }

  /// The ISO 8601 duration, with `P1W` for a week and `P1Y` for a year; nil for a length that Apple
  /// does not sell.
  package var duration: String? {
    switch self {
    case .days(7): "P1W"
    case .months(12): "P1Y"
    case .months(let months): "P\(months)M"
    case .days, .exactly: nil
    }
  }
}
