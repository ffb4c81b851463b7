/// What a key may do. Each stands alone, except that `admin` does everything.
package enum Scope: String, Hashable, Sendable, CaseIterable, Codable {
  /// Post transactions.
  case ingest
  /// Read accounts and purchases.
  case read
  /// Read and acknowledge grants, spend coins.
  case grants
  /// Read reports, close periods.
  case finance
  /// Everything, operations included.
  case admin
}

extension Set<Scope> {
  package func allows(_ scope: Scope) -> Bool {
    contains(scope) || contains(.admin)
  }

  /// Reads names joined by commas; nil if one is not a scope or there is none.
  package init?(names: String) {
    let scopes = names.split(separator: ",").map { name in
      Scope(rawValue: name.filter { $0 != " " })
    }
    guard !scopes.isEmpty, !scopes.contains(nil) else { return nil }
    self = Set(scopes.compactMap(\.self))
  }

  /// The names in the order of declaration.
  package var names: [String] {
    Scope.allCases.filter(contains).map(\.rawValue)
  }
}
