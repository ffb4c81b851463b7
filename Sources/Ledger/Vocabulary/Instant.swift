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
  private static let dayMilliseconds: Int64 = 86_400_000

  package var description: String {
    let day = Int64((Double(milliseconds) / Double(Self.dayMilliseconds)).rounded(.down))
    let rest = milliseconds - day * Self.dayMilliseconds
    let date = CivilDate(daysSince1970: day)
    let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: 1_000)
    let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return "\(date.year.padded(4))-\(date.month.padded(2))-\(date.day.padded(2))"
      + "T\(hour.padded(2)):\(minute.padded(2)):\(second.padded(2)).\(fraction.padded(3))Z"
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

/// A day of the Gregorian calendar, which is extended to years before its introduction.
private struct CivilDate {
  let year: Int64
  let month: Int64
  let day: Int64

  private static let eraDays: Int64 = 146_097  // in four hundred years
  private static let eraShift: Int64 = 719_468  // from 0000-03-01 to 1970-01-01

  /// Validates a date; nil for a day that its month does not have, and for a year before 0.
  init?(year: Int64, month: Int64, day: Int64) {
    guard year >= 0, (1...12).contains(month), day >= 1 else { return nil }
    self.year = year
    self.month = month
    self.day = day
    let same = CivilDate(daysSince1970: daysSince1970)
    guard same.month == month, same.day == day else { return nil }
  }

  /// Converts a day number. Years are counted from March, so that a leap day is the last day of its
  /// year.
  init(daysSince1970 days: Int64) {
    let shifted = days + Self.eraShift
    let era = (shifted >= 0 ? shifted : shifted - Self.eraDays + 1) / Self.eraDays
    let dayOfEra = shifted - era * Self.eraDays
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / (Self.eraDays - 1)) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * Self.eraDays + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
      - Self.eraShift
  }
}

extension Int64 {
  fileprivate func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
