/// A parser of dates of RFC 3339, as app receipts hold them.
enum RFC3339Date {
  private static let monthLengths: [Int64] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// Reads a date and time of RFC 3339 §5.6, such as `2023-05-09T23:20:55Z`.
  ///
  /// The offset may lack its colon, as Xcode writes it: `2020-07-22T18:33:15+0100`. Fractions are
  /// truncated to milliseconds. A time without an offset is not accepted, nor one that the offset
  /// moves out of the years 0 to 9999.
  static func timestamp(_ text: ArraySlice<UInt8>) -> Timestamp? {
    var fields = DateFields(text)
    guard let year = fields.number(4), fields.skip("-"), let month = fields.number(2),
      fields.skip("-"), let day = fields.number(2), fields.skip("T"),
      let hour = fields.number(2), fields.skip(":"), let minute = fields.number(2),
      fields.skip(":"), let second = fields.number(2),
      hour < 24, minute < 60, second <= 60,  // 60 in a leap second
      let thousandths = fields.thousandths(), let offset = fields.offset(), fields.isAtEnd,
      let days = days(year, month, day)
    else { return nil }
    let seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + second
    let milliseconds = seconds * 1_000 + thousandths
    guard Timestamp.range.contains(milliseconds) else { return nil }
    return Timestamp(milliseconds: milliseconds)
  }

  /// Returns the days from 1970-01-01 to a date of the Gregorian calendar; nil if there is no such
  /// date. Years are counted from March, so that a leap day is the last of its year.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    let leap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    guard (1...12).contains(month) else { return nil }
    let length = leap && month == 2 ? 29 : monthLengths[Int(month) - 1]
    guard (1...length).contains(day) else { return nil }
    let march = month > 2 ? year : year - 1
    let (era, yearOfEra) = ((march + 400) / 400 - 1, (march + 400) % 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// A reader of the fields of a date. A receipt holds tens of thousands of dates, for which regular
/// expressions are too slow.
private struct DateFields {
  private let text: ArraySlice<UInt8>
  private var position: Int

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
  }

  var isAtEnd: Bool { position == text.endIndex }

  private var next: UInt8? { isAtEnd ? nil : text[position] }

  /// Reads a number of exactly this many digits.
  mutating func number(_ digits: Int) -> Int64? {
    var number: Int64 = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Reads a fraction of a second, of which three digits count; 0 if there is none.
  mutating func thousandths() -> Int64? {
    guard skip(".") else { return 0 }
    guard var thousandths = digit().map({ $0 * 100 }) else { return nil }
    var unit: Int64 = 10
    while let digit = digit() {
      thousandths += digit * unit
      unit /= 10
    }
    return thousandths
  }

  /// Reads an offset from UTC in minutes.
  mutating func offset() -> Int64? {
    if skip("Z") { return 0 }
    let isNegative = next == UInt8(ascii: "-")
    guard skip("+") || skip("-"), let hours = number(2) else { return nil }
    _ = skip(":")
    guard let minutes = number(2), hours < 24, minutes < 60 else { return nil }
    return (isNegative ? -1 : 1) * (hours * 60 + minutes)
  }

  private mutating func digit() -> Int64? {
    guard let character = next, (0x30...0x39).contains(character) else { return nil }
    position += 1
    return Int64(character - 0x30)
  }
}
