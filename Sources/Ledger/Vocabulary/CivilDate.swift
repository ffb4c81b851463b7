/// A day of the Gregorian calendar, which is extended to years before its introduction.
///
/// The text form is `2026-01-31`.
package struct CivilDate: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let year: Int64
  package let month: Int64
  package let day: Int64

  private static let dayMilliseconds: Int64 = 86_400_000
  private static let eraDays: Int64 = 146_097  // in four hundred years
  private static let eraShift: Int64 = 719_468  // from 0000-03-01 to 1970-01-01

  /// Creates the day in which a moment lies, in UTC.
  package init(of moment: Instant) {
    let day = Double(moment.milliseconds) / Double(Self.dayMilliseconds)
    self.init(daysSince1970: Int64(day.rounded(.down)))
  }

  /// Creates the first day of a month.
  package init(firstOf month: Int64, in year: Int64) {
    self.year = year
    self.month = month
    day = 1
  }

  /// Validates a date; nil for a day that its month does not have, and for a year before 0.
  package init?(year: Int64, month: Int64, day: Int64) {
    guard year >= 0, (1...12).contains(month), day >= 1 else { return nil }
    self.year = year
    self.month = month
    self.day = day
    let same = CivilDate(daysSince1970: daysSince1970)
    guard same.month == month, same.day == day else { return nil }
  }

  /// Parses the text form; nil for anything else.
  package init?(_ text: String) {
    guard let parts = text.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)/.asciiOnlyDigits())?.output,
      let year = Int64(parts.1), let month = Int64(parts.2), let day = Int64(parts.3)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Converts a day number. Years are counted from March, so that a leap day is the last day of its
  /// year.
  package init(daysSince1970 days: Int64) {
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

  /// The beginning of the day in UTC.
  package var start: Instant { Instant(milliseconds: daysSince1970 * Self.dayMilliseconds) }

  package var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * Self.eraDays + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
      - Self.eraShift
  }

  package static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  package var description: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }
}

extension CivilDate: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).compactMap {
      Int64($0)
    }
    guard parts.count == 3, let date = CivilDate(year: parts[0], month: parts[1], day: parts[2]),
      date.description == text
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a day has the form 2026-01-31")
    }
    self = date
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Int64 {
  /// Returns the digits, with zeros before them up to a width.
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
