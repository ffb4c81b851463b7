import Foundation

/// A moment in the three forms of Apple's older documents.
struct LegacyMoment {
  private static let day: Int64 = 86_400
  /// The hours by which Los Angeles is behind UTC, with and without daylight saving time.
  private static let (summer, winter): (Int64, Int64) = (7, 8)

  /// Milliseconds since 1970.
  let milliseconds: Int64

  init(_ milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// A text such as `1375340400000`.
  var digits: String { String(milliseconds) }

  /// A text such as `2013-08-01 07:00:00 Etc/GMT`.
  var greenwich: String { "\(Self.text(seconds)) Etc/GMT" }

  /// A text such as `2013-08-01 00:00:00 America/Los_Angeles`.
  var pacific: String {
    "\(Self.text(seconds - hoursBehind * 3_600)) America/Los_Angeles"
  }

  private var seconds: Int64 { milliseconds / 1_000 }

  /// Daylight saving time lasts from the second Sunday in March to the first in November, at two
  /// o'clock: 15 U.S.C. 260a, in force since 2007. The rule is written down here, since a machine
  /// need not have a database of time zones.
  private var hoursBehind: Int64 {
    guard let year = Int(Self.text(seconds).prefix(4)),
      let march = Self.start(of: year, month: 3), let november = Self.start(of: year, month: 11)
    else { return Self.winter }
    let begin = Self.sunday(from: march) + 7 * Self.day + (2 + Self.winter) * 3_600
    let end = Self.sunday(from: november) + (2 + Self.summer) * 3_600
    return (begin..<end).contains(seconds) ? Self.summer : Self.winter
  }

  /// Returns the first Sunday on or after a day. Day 0, 1970-01-01, was a Thursday.
  private static func sunday(from start: Int64) -> Int64 {
    start + (10 - start / day % 7) % 7 * day
  }

  private static func start(of year: Int, month: Int) -> Int64? {
    let text = "\(year)-\(month < 10 ? "0" : "")\(month)-01T00:00:00Z"
    // The text is always a date; without one, the season is of no account.
    return (try? Date(text, strategy: .iso8601)).map { Int64($0.timeIntervalSince1970) }
  }

  /// Returns a text such as `2013-08-01 07:00:00`.
  private static func text(_ seconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
      .replacing("T", with: " ").replacing("Z", with: "")
  }
}
