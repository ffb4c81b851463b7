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

  /// The number of the second since 1970 in which the moment lies.
  var second: Int64 {
    let (second, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    return rest < 0 ? second - 1 : second
  }

  /// The time since the beginning of that second.
  var fraction: Duration { .milliseconds(milliseconds - second * 1_000) }
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

/// RFC 3339 text in whole milliseconds. An instant that is written and read again is unchanged.
extension Instant: CustomStringConvertible {

  package var description: String {
    let date = CivilDate(of: self)
    let rest = milliseconds - date.start.milliseconds
    let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: 1_000)
    let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return
      "\(date)T\(hour.padded(2)):\(minute.padded(2)):\(second.padded(2)).\(fraction.padded(3))Z"
  }

  /// Parses `2026-01-31T09:00:00Z`, with `Z` or an offset. A fraction of a second may follow; its
  /// milliseconds are kept. Nil for anything else, such as a day that its month does not have.
  package init?(_ text: String) {
    let format =
      /(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))/
      .asciiOnlyDigits()
    guard let match = text.wholeMatch(of: format)?.output,
      let date = CivilDate(
        year: Int64(match.1) ?? 0, month: Int64(match.2) ?? 0, day: Int64(match.3) ?? 0),
      let hour = Int64(match.4), let minute = Int64(match.5), let second = Int64(match.6),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let fraction = Int64(((match.7 ?? "") + "000").prefix(3)) ?? 0
    let offsetHours = match.9.flatMap { Int64($0) } ?? 0
    let offsetMinutes = match.10.flatMap { Int64($0) } ?? 0
    guard offsetHours < 24, offsetMinutes < 60 else { return nil }
    let offset = (offsetHours * 60 + offsetMinutes) * (match.8 == "-" ? -60 : 60)
    let seconds = date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - offset
    self.init(milliseconds: seconds * 1_000 + fraction)
  }
}
