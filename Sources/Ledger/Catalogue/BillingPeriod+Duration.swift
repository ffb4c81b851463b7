extension BillingPeriod {
  private static let durations: [String: BillingPeriod] = [
    "P1W": .days(7), "P7D": .days(7), "P1M": .months(1), "P2M": .months(2), "P3M": .months(3),
    "P6M": .months(6), "P1Y": .months(12), "P12M": .months(12),
  ]

  /// Reads the ISO 8601 duration of a period Apple sells; nil for any other.
  package init?(duration: String) {
    guard let period = Self.durations[duration] else { return nil }
    self = period
  }

  /// As ISO 8601: a week and a year under their own names. Nil for a length no subscription is sold
  /// with.
  package var duration: String? {
    switch self {
    case .days(7): "P1W"
    case .months(12): "P1Y"
    case .months(let months): "P\(months)M"
    case .days, .exactly: nil
    }
  }
}
