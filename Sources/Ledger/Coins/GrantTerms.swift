/// The terms by which the coins of an app's purchases are granted in one environment.
package struct GrantTerms: Hashable, Sendable {
  package let catalogs: Catalogs
  /// The cut-over date; nil if all coins are granted here.
  package let cutOver: CutOverDeclared?

  package init(_ catalogs: Catalogs, cutOver: CutOverDeclared? = nil) {
    self.catalogs = catalogs
    self.cutOver = cutOver
  }

  /// Returns true if the coins of a purchase at a moment were granted externally.
  package func isGrantedExternally(at moment: Instant) -> Bool {
    cutOver.map { moment < $0.before } ?? false
  }
}
