/// A moment in milliseconds since 1970-01-01T00:00:00Z, as Apple signs it.
///
/// Apple's servers write whole numbers. Xcode writes fractions, which are truncated toward zero,
/// and negative values for moments long before 1970. Only the years 0 to 9999 are accepted.
package struct Timestamp: Hashable, Sendable, Comparable, Codable, ExpressibleByIntegerLiteral {
  static let range: Range<Int64> = -62_167_219_200_000..<253_402_300_800_000

  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package init(integerLiteral value: Int64) {
    milliseconds = value
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let read = try? container.decode(Int64.self)  // nil for a fraction, which is decoded next
    guard
      let whole = try read ?? Int64(exactly: container.decode(Double.self).rounded(.towardZero)),
      Self.range.contains(whole)
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a moment outside the years 0 to 9999")
    }
    milliseconds = whole
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
