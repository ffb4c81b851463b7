import Access
import HTTPTypes
import Ledger

/// The apps and environments that a request may be about, by its key. A request without a key reaches
/// nothing.
struct CallerReach {
  private let key: KeyRecord?

  init(of key: KeyRecord?) {
    self.key = key
  }

  /// Throws a problem unless the key reaches an app in an environment.
  func admit(_ app: BundleID, in environment: StoreEnvironment) throws(Problem) {
    try admit(app)
    try admit(environment)
  }

  func admit(_ app: BundleID) throws(Problem) {
    let reach = try ofKey()
    if reach.exceededBound(app: app) != nil { throw .keyNotFor(app, reach) }
  }

  func admit(_ environment: StoreEnvironment) throws(Problem) {
    let reach = try ofKey()
    if reach.exceededBound(environment: environment) != nil { throw .keyNotFor(environment, reach) }
  }

  /// Throws a problem unless the key reaches every app and every environment.
  func admitEverything() throws(Problem) {
    let reach = try ofKey()
    if let bound = reach.exceededBound(app: nil, environment: nil) {
      throw .keyNotForEverything(bound, reach)
    }
  }

  /// Returns true if the key reaches an app in an environment; nil stands for all of them.
  func contains(_ app: BundleID?, in environment: StoreEnvironment?) -> Bool {
    key?.reach.admits(app: app, environment: environment) ?? false
  }

  /// Returns the reach of the key. Throws a problem for a request without one.
  func ofKey() throws(Problem) -> KeyReach {
    guard let key else { throw .unauthorized }
    return key.reach
  }
}

extension Problem {
  fileprivate static func keyNotFor(_ app: BundleID, _ reach: KeyReach) -> Problem {
    forbidden(
      .app,
      "The request is about the app \(app), but the key is for \(reach.appNames) only: name one of "
        + "these by `app`, or use a key for \(app).")
  }

  fileprivate static func keyNotFor(
    _ environment: StoreEnvironment, _ reach: KeyReach
  ) -> Problem {
    let name = environment.rawValue
    return forbidden(
      .environment,
      "The request is about \(name), but the key is for \(reach.environmentNames) only: name one "
        + "of these by `environment`, where the route takes it, or use a key for \(name).")
  }

  fileprivate static func keyNotForEverything(
    _ bound: KeyReach.Bound, _ reach: KeyReach
  ) -> Problem {
    let names = bound == .app ? reach.appNames : reach.environmentNames
    return forbidden(
      bound,
      "This route is about every app and environment, but the key is for \(names) only: use a key "
        + "that was created without `--app` and `--environment`.")
  }

  private static func forbidden(_ bound: KeyReach.Bound, _ detail: String) -> Problem {
    Problem(.forbidden, code: bound.rawValue, detail: detail)
  }
}

extension KeyReach {
  fileprivate var appNames: String { (apps ?? []).map(\.rawValue).joined(separator: ", ") }

  fileprivate var environmentNames: String {
    (environments ?? []).map(\.rawValue).joined(separator: ", ")
  }
}
