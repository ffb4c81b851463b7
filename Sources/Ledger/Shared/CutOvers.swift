/// The cut-over dates of all apps in the order of their declaration.
package struct CutOvers: Hashable, Sendable {
  private struct Place: Hashable {
    let bundleID: BundleID
    let environment: StoreEnvironment
  }

  private var declared: [Place: [CutOverDeclared]] = [:]

  package init() {}

  package mutating func declare(_ cutOver: CutOverDeclared) {
    declared[Place(bundleID: cutOver.bundleID, environment: cutOver.environment), default: []]
      .append(cutOver)
  }

  /// Returns the valid declaration; nil if all purchases are granted here.
  package func current(
    in bundleID: BundleID, environment: StoreEnvironment
  ) -> CutOverDeclared? {
    declared[Place(bundleID: bundleID, environment: environment)]?.last
  }

  /// Returns the valid declarations of an app, in the order of the environments' names.
  package func current(in bundleID: BundleID) -> [CutOverDeclared] {
    StoreEnvironment.allCases
      .compactMap { current(in: bundleID, environment: $0) }
      .sorted { $0.environment.rawValue < $1.environment.rawValue }
  }

  /// Returns true if this declaration moves the cut-over date to before an earlier declared one, so
  /// that purchases between the two are granted here after all.
  package func isMovedBack(by cutOver: CutOverDeclared) -> Bool {
    let place = Place(bundleID: cutOver.bundleID, environment: cutOver.environment)
    return (declared[place] ?? []).prefix { $0 != cutOver }.contains { $0.before > cutOver.before }
  }
}
