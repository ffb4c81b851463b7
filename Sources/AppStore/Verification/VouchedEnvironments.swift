/// The environments, in Apple's words, whose payloads may be signed under a root.
package enum VouchedEnvironments: Sendable, Hashable {
  case all
  case only(Set<String>)

  /// Returns true if a payload with this environment may be signed under the root. A payload that
  /// names no environment needs a root for all of them.
  package func contains(_ environment: String?) -> Bool {
    switch self {
    case .all: true
    case .only(let environments): environment.map(environments.contains) ?? false
    }
  }

  /// Returns the environments of both, for a root that is named twice.
  func union(_ other: VouchedEnvironments) -> VouchedEnvironments {
    guard case .only(let environments) = self, case .only(let others) = other else { return .all }
    return .only(environments.union(others))
  }
}
