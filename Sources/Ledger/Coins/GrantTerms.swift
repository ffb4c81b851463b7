/// By what the coins of an app's purchases are granted in one environment.
package struct GrantTerms: Hashable, Sendable {
  package let catalogues: Catalogues
  /// Nil where everything is granted here.
  package let opening: OpeningDeclared?

  package init(_ catalogues: Catalogues, opening: OpeningDeclared? = nil) {
    self.catalogues = catalogues
    self.opening = opening
  }

  /// Whether the coins of what was bought at a moment were delivered elsewhere.
  package func isElsewhere(at moment: Instant) -> Bool {
    opening.map { moment < $0.before } ?? false
  }
}
