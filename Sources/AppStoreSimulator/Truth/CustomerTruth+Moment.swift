import Foundation

extension CustomerTruth {
  /// A moment, encoded in JSON as RFC 3339 in UTC with milliseconds.
  package struct Moment: Codable, Hashable, Sendable {
    /// Milliseconds since 1970.
    package let milliseconds: Int64

    package init(_ milliseconds: Int64) {
      self.milliseconds = milliseconds
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      let date = try style.parse(container.decode(String.self))
      milliseconds = Int64((date.timeIntervalSince1970 * 1_000).rounded())
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }

    /// The RFC 3339 text. Milliseconds are formatted separately, because a `Date` would round them.
    package var text: String {
      let thousandth = Int(floorRemainder(milliseconds, 1_000))
      let second = (milliseconds - Int64(thousandth)) / 1_000
      let date = Date(timeIntervalSince1970: Double(second))
      let fraction = String(thousandth + 1_000).dropFirst()
      return date.formatted(.iso8601).dropLast() + ".\(fraction)Z"
    }

    /// The calendar day in UTC, such as `2026-01-31`.
    var day: String { String(text.prefix(10)) }

    /// The first moment of the next calendar day in UTC.
    var nextDay: Moment {
      Moment(milliseconds - floorRemainder(milliseconds, Int64(1).days) + Int64(1).days)
    }
  }
}

/// Returns the remainder of a floor division, which is not negative even before 1970.
private func floorRemainder(_ value: Int64, _ divisor: Int64) -> Int64 {
  let remainder = value % divisor
  return remainder < 0 ? remainder + divisor : remainder
}
