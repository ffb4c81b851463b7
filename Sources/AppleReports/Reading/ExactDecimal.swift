/// A decimal number without rounding. Numbers of equal value are equal: `9.90` is `9.9`.
///
/// Parsed numbers have at most 13 digits before the decimal point and 9 after it. Sums of ten million
/// such numbers, each multiplied by a quantity of up to nine digits, fit.
package struct ExactDecimal: Hashable, Sendable {
  /// The most digits before the decimal point.
  package static let wholeDigitsMax = 13
  /// The most digits after the decimal point, not counting zeros at the end.
  package static let fractionDigitsMax = 9

  package static let zero = ExactDecimal(0)

  /// The number times ten to the power of `scale`.
  private let coefficient: Int128
  /// The digits after the decimal point; the last one is not zero.
  private let scale: Int

  package init(_ whole: Int64) {
    self.init(coefficient: Int128(whole), scale: 0)
  }

  package init(milliunits: Int64) {
    self.init(coefficient: Int128(milliunits), scale: 3)
  }

  private init(coefficient: Int128, scale: Int) {
    var (coefficient, scale) = (coefficient, scale)
    while scale > 0 {
      let (quotient, rest) = coefficient.quotientAndRemainder(dividingBy: 10)
      guard rest == 0 else { break }
      coefficient = quotient
      scale -= 1
    }
    self.coefficient = coefficient
    self.scale = scale
  }

  /// The number in thousandths; nil if it has more than three digits after the decimal point or does
  /// not fit.
  package var milliunits: Int64? {
    scale <= 3 ? Int64(exactly: coefficient(at: 3)) : nil
  }

  /// The number in thousandths, rounded half up.
  package var roundedMilliunits: Int128 {
    guard scale > 3 else { return coefficient(at: 3) }
    var divisor: Int128 = 1
    for _ in 3..<scale { divisor *= 10 }
    let (quotient, rest) = (coefficient + divisor / 2).quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// The number as an integer; nil if it is not whole or does not fit.
  package var whole: Int64? { scale == 0 ? Int64(exactly: coefficient) : nil }

  /// The number in billionths. Parsed numbers have no more digits.
  var billionths: Int128 { coefficient(at: Self.fractionDigitsMax) }

  /// The number without its sign.
  package var magnitude: ExactDecimal {
    ExactDecimal(coefficient: coefficient < 0 ? -coefficient : coefficient, scale: scale)
  }

  package var isZero: Bool { coefficient == 0 }

  package static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
    let scale = max(left.scale, right.scale)
    return ExactDecimal(
      coefficient: left.coefficient(at: scale) + right.coefficient(at: scale), scale: scale)
  }

  package static func += (left: inout ExactDecimal, right: ExactDecimal) {
    left = left + right
  }

  package static func * (number: ExactDecimal, count: Int64) -> ExactDecimal {
    ExactDecimal(coefficient: number.coefficient * Int128(count), scale: number.scale)
  }

  private func coefficient(at scale: Int) -> Int128 {
    var coefficient = coefficient
    for _ in self.scale..<scale { coefficient *= 10 }
    return coefficient
  }
}

extension ExactDecimal: Comparable, CustomStringConvertible {
  package static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
    let scale = max(left.scale, right.scale)
    return left.coefficient(at: scale) < right.coefficient(at: scale)
  }

  /// The digits with a decimal point, without zeros at the end: `-9.9`, `150`.
  package var description: String {
    let digits = String(coefficient.magnitude)
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    let point = scale == 0 ? "" : "."
    return (coefficient < 0 ? "-" : "") + padded.dropLast(scale) + point + padded.suffix(scale)
  }
}

extension ExactDecimal {
  /// Parses digits with a sign and a decimal point, as in `-9.990`.
  ///
  /// Throws if there is a comma or another character, or if there are too many digits.
  init(reported text: Substring) throws(CellProblem) {
    var digits = text.utf8
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    if digits.contains(UInt8(ascii: ",")) { throw .comma }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first else { throw .notANumber }
    let fraction = parts.count == 2 ? Self.significant(parts[1]) : Substring().utf8
    guard parts.last?.isEmpty == false else { throw .notANumber }
    let figures = [whole.drop { $0 == UInt8(ascii: "0") }, fraction]
    guard parts.allSatisfy({ $0.allSatisfy(Self.isDigit) }) else { throw .notANumber }
    guard figures[0].count <= Self.wholeDigitsMax, fraction.count <= Self.fractionDigitsMax else {
      throw .tooManyDigits
    }
    let coefficient = figures.joined().reduce(Int128(0)) {
      $0 * 10 + Int128($1 - UInt8(ascii: "0"))
    }
    self.init(coefficient: isNegative ? -coefficient : coefficient, scale: fraction.count)
  }

  /// Returns the digits of a fraction without the zeros at its end.
  private static func significant(_ fraction: Substring.UTF8View) -> Substring.UTF8View {
    var fraction = fraction
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    return fraction
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
