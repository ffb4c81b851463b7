extension CommissionRate.Reason: LosslessStringConvertible {
  private static let programmePrefix = "programme:"
  private static let storefrontTermsPrefix = "storefrontTerms:"

  /// `firstYear`, `afterAYear`, `notASubscription`, or what it rests on and its name:
  /// `programme:small-business`, `storefrontTerms:EU 2026`.
  package var description: String {
    switch self {
    case .firstYear: "firstYear"
    case .afterAYear: "afterAYear"
    case .programme(let name): Self.programmePrefix + name
    case .storefrontTerms(let name): Self.storefrontTermsPrefix + name
    case .notASubscription: "notASubscription"
    }
  }

  /// Reads what `description` writes.
  package init?(_ description: String) {
    switch description {
    case "firstYear": self = .firstYear
    case "afterAYear": self = .afterAYear
    case "notASubscription": self = .notASubscription
    default:
      if description.hasPrefix(Self.programmePrefix) {
        self = .programme(String(description.dropFirst(Self.programmePrefix.count)))
      } else if description.hasPrefix(Self.storefrontTermsPrefix) {
        self = .storefrontTerms(String(description.dropFirst(Self.storefrontTermsPrefix.count)))
      } else {
        return nil
      }
    }
  }
}
