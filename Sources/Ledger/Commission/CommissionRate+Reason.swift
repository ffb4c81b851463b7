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
