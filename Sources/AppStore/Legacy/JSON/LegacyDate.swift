/// A parser of the dates in Apple's older documents.
///
/// The names of time zones are `Etc/GMT` and `America/Los_Angeles`. The rules of daylight saving
/// time are written down here, since a server need not have a database of time zones.
enum LegacyDate {
  /// Returns nil for a moment outside the years 0 to 9999.
  static func timestamp(_ milliseconds: Int64) -> Timestamp? {
    Timestamp.range.contains(milliseconds) ? Timestamp(milliseconds: milliseconds) : nil
  }

  /// Parses milliseconds since 1970, `2013-08-01 07:00:00 Etc/GMT`,
  /// `2013-08-01 00:00:00 America/Los_Angeles`, or RFC 3339. The colon of an offset may be missing.
  static func timestamp(_ text: String) -> Timestamp? {
    if let milliseconds = Int64(text) { return timestamp(milliseconds) }
    var scanner = Scanner(text)
    guard let year = scanner.number(of: 4), scanner.take("-"),
      let month = scanner.number(of: 2), scanner.take("-"),
      let day = scanner.number(of: 2), let days = days(year, month, day),
      scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let hour = scanner.number(of: 2), hour < 24, scanner.take(":"),
      let minute = scanner.number(of: 2), minute < 60, scanner.take(":"),
      let second = scanner.number(of: 2), second < 60,
      let fraction = scanner.take(".") ? scanner.fraction() : 0
    else { return nil }
    _ = scanner.take(" ")
    let local = days * 86_400 + hour * 3_600 + minute * 60 + second
    guard let offset = offset(&scanner, atLocal: local, in: year), scanner.isAtEnd else {
      return nil
    }
    return timestamp((local - offset) * 1_000 + fraction)
  }

  /// Returns the seconds by which the zone is ahead of UTC.
  private static func offset(
    _ scanner: inout Scanner, atLocal local: Int64, in year: Int64
  ) -> Int64? {
    for name in ["Z", "z", "Etc/GMT", "GMT", "Etc/UTC", "UTC"] where scanner.rest(is: name) {
      return 0
    }
    if scanner.rest(is: "America/Los_Angeles") { return pacificOffset(local, in: year) }
    let isAhead = scanner.take("+")
    guard isAhead || scanner.take("-"), let hours = scanner.number(of: 2), hours < 24 else {
      return nil
    }
    _ = scanner.take(":")
    guard let minutes = scanner.number(of: 2), minutes < 60 else { return nil }
    return (hours * 3_600 + minutes * 60) * (isAhead ? 1 : -1)
  }

  /// Returns the offset of Los Angeles at a local time. The rule is 15 U.S.C. 260a: since 2007 from
  /// the second Sunday in March to the first in November, before from the first Sunday in April to
  /// the last in October. Nil before 1987, when other rules applied.
  ///
  /// An hour that occurs twice counts as the first of the two. A time within the hour left out is
  /// as far past midnight as its figures say.
  private static func pacificOffset(_ local: Int64, in year: Int64) -> Int64? {
    guard year >= 1987, let march = days(year, 3, 1), let april = days(year, 4, 1),
      let november = days(year, 11, 1)
    else { return nil }
    let firstDay = year >= 2007 ? sunday(from: march) + 7 : sunday(from: april)
    let lastDay = year >= 2007 ? sunday(from: november) : sunday(from: november) - 7
    let daylight = (firstDay * 86_400 + 10_800)..<(lastDay * 86_400 + 7_200)
    return daylight.contains(local) ? -25_200 : -28_800
  }

  /// Returns the first Sunday on or after a day. Day 0, 1970-01-01, was a Thursday.
  private static func sunday(from day: Int64) -> Int64 {
    day + (10 - day % 7) % 7
  }

  /// Returns the days since 1970-01-01; nil for a day that its month does not have. Years are
  /// counted from March, so that a leap day is the last day of its year.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), day >= 1, day <= lengths[Int(month) - 1] else { return nil }
    let shiftedYear = (month <= 2 ? year - 1 : year) + 400  // never negative
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
    return shiftedYear * 365 + leapDays + dayOfYear - 719_468 - 146_097
  }
}

/// A position in an ASCII text.
private struct Scanner {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = Substring(text).utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Character) -> Bool {
    guard let first = rest.first, first == character.asciiValue else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes a number of exactly so many digits.
  mutating func number(of digits: Int) -> Int64? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy(Self.isDigit) else { return nil }
    rest.removeFirst(digits)
    return Int64(Substring(text))
  }

  /// Takes the digits after a decimal point. Returns whole milliseconds.
  mutating func fraction() -> Int64? {
    let digits = rest.prefix(while: Self.isDigit)
    guard (1...9).contains(digits.count) else { return nil }
    rest.removeFirst(digits.count)
    return Int64((Substring(digits) + "00").prefix(3))
  }

  /// Takes the rest of the text if the rest is equal to the name.
  mutating func rest(is name: String) -> Bool {
    guard rest.elementsEqual(name.utf8) else { return false }
    rest = rest.dropFirst(rest.count)
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
