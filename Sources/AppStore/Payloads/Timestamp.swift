/// A moment in milliseconds since 1970-01-01T00:00:00Z, as Apple signs it.
///
/// Apple's servers write whole numbers; Xcode writes fractions, which are truncated toward zero,
/// and moments long before 1970, which are negative.
package struct Timestamp: Hashable, Sendable, Comparable, Codable, ExpressibleByIntegerLiteral {
  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package init(integerLiteral value: Int64) {
    milliseconds = value
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let whole = try? container.decode(Int64.self) {  // a fraction is read below
      milliseconds = whole
      return
    }
    guard let truncated = Int64(exactly: try container.decode(Double.self).rounded(.towardZero))
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a moment beyond 64 bits of milliseconds")
    }
    milliseconds = truncated
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
