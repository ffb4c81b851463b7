package import Foundation

/// A moment in milliseconds since 1970-01-01T00:00:00Z, the unit of the dates that Apple signs.
///
/// The text form is RFC 3339 in UTC with milliseconds (`2026-01-31T09:00:00.000Z`).
package struct Instant: Hashable, Sendable, Comparable, Codable {
  /// A moment before all others.
  package static let distantPast = Instant(milliseconds: .min)

  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  package static func + (left: Instant, right: Duration) -> Instant {
    Instant(milliseconds: left.milliseconds + right.milliseconds)
  }

  package static func - (left: Instant, right: Instant) -> Duration {
    .milliseconds(left.milliseconds - right.milliseconds)
  }
}

extension Duration {
  /// Whole milliseconds, truncated toward zero.
  package var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }
}

extension Instant {
  package init(_ date: Date) {
    milliseconds = Int64((date.timeIntervalSince1970 * 1_000).rounded())
  }
}
