/// The formatting of money for people.
package enum Milliunits {
  /// Returns an amount with two decimals, or with three if the third is not zero.
  package static func decimal(_ milliunits: some BinaryInteger) -> String {
    let exact = thousandths(milliunits)
    return exact.hasSuffix("0") ? String(exact.dropLast()) : exact
  }

  /// Returns an amount with three decimals.
  package static func thousandths(_ milliunits: some BinaryInteger) -> String {
    let (whole, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1_000)
    return "\(milliunits < 0 ? "-" : "")\(whole).\(String(1_000 + rest).dropFirst())"
  }

  /// Returns an amount with its currency, or says that the amount is unknown.
  package static func text(_ milliunits: Int64?, _ currency: String?) -> String {
    guard let milliunits else { return "an unknown amount" }
    return [decimal(milliunits), currency].compactMap(\.self).joined(separator: " ")
  }
}
