/// The apps and environments that an API key may touch. A key that is bound to none of either may
/// touch all of them, those configured later too.
///
/// A request that names no app, or no environment, is about all: only a key without that bound may
/// make it.
package struct KeyReach: Hashable, Sendable, Codable {
  package static let everything = KeyReach()

  /// The apps of the key in order; nil for all. An empty list reaches no app.
  package let apps: [BundleID]?
  /// The environments of the key in order; nil for all. An empty list reaches no environment.
  package let environments: [StoreEnvironment]?

  /// A bound of a key, with the code of a request that exceeds it.
  package enum Bound: String, Sendable {
    case app = "key_not_for_app"
    case environment = "key_not_for_environment"
  }

  package init(apps: Set<BundleID>? = nil, environments: Set<StoreEnvironment>? = nil) {
    self.apps = apps?.sorted()
    self.environments = environments?.sorted { $0.rawValue < $1.rawValue }
  }

  /// Returns true if the key may touch an app in an environment; nil stands for all.
  package func admits(app: BundleID?, environment: StoreEnvironment?) -> Bool {
    exceededBound(app: app, environment: environment) == nil
  }

  /// Returns the bound that keeps the key from an app in an environment; nil if there is none. A
  /// nil app or environment stands for all.
  package func exceededBound(app: BundleID?, environment: StoreEnvironment?) -> Bound? {
    exceededBound(app: app) ?? exceededBound(environment: environment)
  }

  /// Returns the bound that keeps the key from an app; a nil app stands for all.
  package func exceededBound(app: BundleID?) -> Bound? {
    Self.covers(apps, app) ? nil : .app
  }

  /// Returns the bound that keeps the key from an environment; nil stands for all of them.
  package func exceededBound(environment: StoreEnvironment?) -> Bound? {
    Self.covers(environments, environment) ? nil : .environment
  }

  private static func covers<Value: Equatable>(_ bound: [Value]?, _ value: Value?) -> Bool {
    guard let bound else { return true }
    return value.map(bound.contains) ?? false
  }
}
