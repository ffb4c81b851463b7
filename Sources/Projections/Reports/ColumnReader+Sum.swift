import Postgres

extension ColumnReader {
  /// Reads a sum, which may exceed 64 bits, from its digits.
  mutating func nextSum() throws -> Int128 {
    guard let sum = try nextSumIfAny() else { throw broken("a sum is null") }
    return sum
  }

  /// Reads a sum; nil if the column is null.
  mutating func nextSumIfAny() throws -> Int128? {
    guard let digits = try next(String?.self) else { return nil }
    guard let sum = Int128(digits) else { throw broken("a sum is no whole number") }
    return sum
  }
}
