/// A permission of a key. No scope includes another one, except that `admin` allows everything.
package enum Scope: String, Hashable, Sendable, CaseIterable, Codable {
  /// Posting transactions.
  case ingest
  /// Reading accounts and purchases.
  case read
  /// Reading and acknowledging grants, spending coins.
  case grants
  /// Reading reports, closing periods.
  case finance
  /// Looking up accounts and purchases for a customer, moving purchases, and giving promotional entitlements.
  case support
  /// Erasing accounts.
  case erase
  /// Everything, including operations.
  case admin

  /// The names of all scopes, joined by commas.
  package static var allNames: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Set<Scope> {
  package func allows(_ scope: Scope) -> Bool {
    contains(scope) || contains(.admin)
  }

  /// Parses names joined by commas; nil if a name is not a scope or the list is empty.
  package init?(names: String) {
    let scopes = names.split(separator: ",").map { name in
      Scope(rawValue: name.filter { $0 != " " })
    }
    guard !scopes.isEmpty, !scopes.contains(nil) else { return nil }
    self = Set(scopes.compactMap(\.self))
  }

  /// The names of the scopes in the order of their declaration.
  package var names: [String] {
    Scope.allCases.filter(contains).map(\.rawValue)
  }
}
