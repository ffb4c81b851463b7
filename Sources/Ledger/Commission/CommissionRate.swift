/// The share of a charge that Apple keeps, with its reason.
package struct CommissionRate: Hashable, Sendable, Codable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable, Codable {
    /// A subscription before a year of paid service.
    case firstYear
    /// A subscription after a year of paid service.
    case afterAYear
    /// A program of which the developer was a member, by its name.
    case program(String)
    /// Terms of the customer's storefront, by their name.
    case storefrontTerms(String)
    /// A purchase that does not renew, at the standard rate.
    case notASubscription

    /// The stored spelling.
    private enum CodingKeys: String, CodingKey {
      case firstYear, afterAYear, storefrontTerms, notASubscription
      case program = "programme"
    }
  }

  /// The rate in thousandths: 300 is 30 %.
  package let thousandths: Int
  package let reason: Reason

  /// The possible rates in thousandths, from nothing to all.
  package static let range = 0...1_000

  package init(thousandths: Int, reason: Reason) {
    precondition(Self.range.contains(thousandths), "a rate lies between nothing and all")
    self.thousandths = thousandths
    self.reason = reason
  }

  /// The rate as a decimal fraction with two digits, or three if the third is not zero: `0.30`,
  /// `0.125`.
  package var description: String { Self.fraction(thousandths) }

  /// Returns a rate in thousandths as a decimal fraction, in the form of `description`.
  package static func fraction(_ thousandths: Int) -> String {
    let (ones, fraction) = thousandths.quotientAndRemainder(dividingBy: 1_000)
    let digits = String(1_000 + fraction).dropFirst()
    return "\(ones).\(digits.last == "0" ? digits.dropLast() : digits)"
  }
}

extension CommissionRate.Reason: LosslessStringConvertible {
  private static let programPrefix = "programme:"
  private static let storefrontTermsPrefix = "storefrontTerms:"

  /// The stored text: `firstYear`, `afterAYear`, `notASubscription`, or a prefix and a name:
  /// `programme:small-business`, `storefrontTerms:EU 2026`.
  package var description: String {
    switch self {
    case .firstYear: "firstYear"
    case .afterAYear: "afterAYear"
    case .program(let name): Self.programPrefix + name
    case .storefrontTerms(let name): Self.storefrontTermsPrefix + name
    case .notASubscription: "notASubscription"
    }
  }

  /// Parses the text that `description` writes; nil for anything else.
  package init?(_ description: String) {
    switch description {
    case "firstYear": self = .firstYear
    case "afterAYear": self = .afterAYear
    case "notASubscription": self = .notASubscription
    default:
      if description.hasPrefix(Self.programPrefix) {
        self = .program(String(description.dropFirst(Self.programPrefix.count)))
      } else if description.hasPrefix(Self.storefrontTermsPrefix) {
        self = .storefrontTerms(String(description.dropFirst(Self.storefrontTermsPrefix.count)))
      } else {
        return nil
      }
    }
  }
}
