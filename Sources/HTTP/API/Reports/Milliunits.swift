/// The formatting of money for people.
package enum Milliunits {
  /// Returns an amount with two decimals, or with three if the third is not zero.
  package static func decimal(_ milliunits: some BinaryInteger) -> String {
    let (whole, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1_000)
    let digits = String(1_000 + rest).dropFirst()
    let fraction = digits.last == "0" ? digits.dropLast() : digits
    return "\(milliunits < 0 ? "-" : "")\(whole).\(fraction)"
  }

  /// Returns an amount with its currency, or says that the amount is unknown.
  package static func text(_ milliunits: Int64?, _ currency: String?) -> String {
    guard let milliunits else { return "an unknown amount" }
    return [decimal(milliunits), currency].compactMap(\.self).joined(separator: " ")
  }
}
