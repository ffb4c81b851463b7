package import Ledger

extension CivilDate {
  private static let slash = UInt8(ascii: "/")
  private static let hyphen = UInt8(ascii: "-")
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  /// Parses both forms of dates in Apple's reports: `01/31/2026` (month, day, year) and `2026-01-31`.
  /// Zeros before a month or a day may be missing. Nil for anything else, such as a day that its month
  /// does not have.
  package init?(reported text: Substring) {
    let isSlashed = text.utf8.contains(Self.slash)
    let parts = text.utf8.split(
      separator: isSlashed ? Self.slash : Self.hyphen, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let (year, month, day) =
      isSlashed ? (parts[2], parts[0], parts[1]) : (parts[0], parts[1], parts[2])
    guard year.count == 4, (1...2).contains(month.count), (1...2).contains(day.count),
      let year = Self.number(year), let month = Self.number(month), let day = Self.number(day)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Finds the day in the name of a file, such as `Subscription_1234_20260131.txt.gz`: the last eight
  /// digits in a row that are a date. Nil if there are none.
  package init?(inFileName name: String) {
    let runs = name.utf8.split { !Self.digits.contains($0) }
    let dates = runs.lazy.reversed().compactMap { digits -> CivilDate? in
      guard digits.count == 8, let number = Self.number(digits) else { return nil }
      return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
    guard let date = dates.first else { return nil }
    self = date
  }

  private static func number(_ text: Substring.UTF8View) -> Int64? {
    var number: Int64 = 0
    for digit in text {
      guard digits.contains(digit) else { return nil }
      number = number * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
