import Testing

@testable import AppleReports

struct ExactDecimalTests {
  @Test(
    arguments: [
      ("9.99", "9.99", 9_990), ("9.990", "9.99", 9_990), ("-9.9", "-9.9", -9_900),
      ("+7", "7", 7_000), ("0", "0", 0), ("-0.00", "0", 0), (".5", "0.5", 500),
      ("150.00", "150", 150_000), ("0.001", "0.001", 1), ("007.10", "7.1", 7_100),
      ("5.8765", "5.8765", nil), ("0.000000001", "0.000000001", nil),
      ("9999999999999.999", "9999999999999.999", 9_999_999_999_999_999),
      ("0.5000000000000", "0.5", 500),
    ])
  func `figures are read exactly`(text: String, written: String, milliunits: Int64?) throws {
    let number = try ExactDecimal(reported: text[...])
    #expect(number.description == written)
    #expect(number.milliunits == milliunits)
  }

  @Test(arguments: [
    ("1,234.00", CellProblem.comma), ("0,99", .comma), ("", .notANumber), ("-", .notANumber),
    (".", .notANumber), ("5.", .notANumber), ("1.2.3", .notANumber), ("1e3", .notANumber),
    ("--1", .notANumber), ("١", .notANumber), ("1 000", .notANumber), ("nan", .notANumber),
    ("0x1", .notANumber), ("(1.00)", .notANumber), ("12345678901234", .tooManyDigits),
    ("0.1234567891", .tooManyDigits),
  ])
  func `anything else is no number`(text: String, problem: CellProblem) {
    #expect(throws: problem) { try ExactDecimal(reported: text[...]) }
  }

  @Test func `sums and products are exact`() {
    let dime = ExactDecimal(milliunits: 100)
    #expect((0..<10).reduce(ExactDecimal.zero) { sum, _ in sum + dime } == ExactDecimal(1))
    #expect(ExactDecimal(milliunits: 5_880) * -3 == ExactDecimal(milliunits: -17_640))
    #expect(ExactDecimal(milliunits: 1) + ExactDecimal(-1) == ExactDecimal(milliunits: -999))
  }

  @Test func `numbers are ordered by value`() {
    #expect(ExactDecimal(milliunits: -1) < .zero)
    #expect(ExactDecimal(milliunits: 9_990) < ExactDecimal(10))
    #expect(ExactDecimal(milliunits: -9_990).magnitude == ExactDecimal(milliunits: 9_990))
  }

  @Test func `ten million of the largest figures fit`() throws {
    let largest = try ExactDecimal(reported: "9999999999999.999999999") * 999_999_999
    let million = largest * 10_000_000
    #expect(million + million * -1 == .zero)
  }
}
