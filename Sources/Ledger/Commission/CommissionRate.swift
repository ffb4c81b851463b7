/// The share of a charge that Apple keeps, and why.
package struct CommissionRate: Hashable, Sendable, Codable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable, Codable {
    /// A subscription before a year of paid service.
    case firstYear
    /// A subscription after a year of paid service.
    case afterAYear
    /// A programme the developer was a member of, by its name.
    case programme(String)
    /// Terms of the customer's storefront, by their name.
    case storefrontTerms(String)
    /// What does not renew, at the standard rate.
    case notASubscription
  }

  /// 300 is 30 %.
  package let thousandths: Int
  package let reason: Reason

  package init(thousandths: Int, reason: Reason) {
    precondition((0...1_000).contains(thousandths), "a rate lies between nothing and all")
    self.thousandths = thousandths
    self.reason = reason
  }

  /// What Apple keeps of a price, in its milliunits; half a milliunit counts as one.
  package func share(of price: Int64) -> Int64 {
    let (whole, rest) = price.quotientAndRemainder(dividingBy: 1_000)
    return whole * Int64(thousandths) + (rest * Int64(thousandths) + 500) / 1_000
  }

  /// A decimal fraction with two digits, or three where the third is not zero: `0.30`, `0.125`.
  package var description: String { Self.fraction(thousandths) }

  /// The same of a rate whose reason does not matter.
  package static func fraction(_ thousandths: Int) -> String {
    let (ones, fraction) = thousandths.quotientAndRemainder(dividingBy: 1_000)
    let digits = String(1_000 + fraction).dropFirst()
    return "\(ones).\(digits.last == "0" ? digits.dropLast() : digits)"
  }
}
