/// From when on purchases are granted here: the openings of all apps in the order in which they were
/// declared.
package struct Openings: Hashable, Sendable {
  private struct Place: Hashable {
    let bundleID: BundleID
    let environment: StoreEnvironment
  }

  private var declared: [Place: [OpeningDeclared]] = [:]

  package init() {}

  package mutating func declare(_ opening: OpeningDeclared) {
    declared[Place(bundleID: opening.bundleID, environment: opening.environment), default: []]
      .append(opening)
  }

  /// The one that stands; nil where everything is granted here.
  package func standing(
    in bundleID: BundleID, environment: StoreEnvironment
  ) -> OpeningDeclared? {
    declared[Place(bundleID: bundleID, environment: environment)]?.last
  }

  /// Those that stand in an app, in the order of the environments' names.
  package func standing(in bundleID: BundleID) -> [OpeningDeclared] {
    StoreEnvironment.allCases
      .compactMap { standing(in: bundleID, environment: $0) }
      .sorted { $0.environment.rawValue < $1.environment.rawValue }
  }

  /// Whether something bought before an opening that was declared earlier is granted here by this one.
  package func isMovedBack(by opening: OpeningDeclared) -> Bool {
    let place = Place(bundleID: opening.bundleID, environment: opening.environment)
    return (declared[place] ?? []).prefix { $0 != opening }.contains { $0.before > opening.before }
  }
}
