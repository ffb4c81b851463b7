package import Ledger

/// The bounds of a post: the app and environment that the request names, and those that its key
/// reaches. They narrow what a post may hold, and never widen it.
package struct PostScope: Sendable, Hashable {
  /// The request's `?app=` and `?environment=`.
  package let app: BundleID?
  package let environment: StoreEnvironment?
  package let reach: KeyReach

  package init(
    app: BundleID? = nil, environment: StoreEnvironment? = nil, reach: KeyReach = .everything
  ) {
    self.app = app
    self.environment = environment
    self.reach = reach
  }

  /// Throws for a document that the key does not reach. Its app need not be configured here: the item
  /// is not kept for the day when it is.
  func admitByReach(_ bundleID: BundleID, _ environment: StoreEnvironment) throws(Rejection) {
    switch reach.exceededBound(app: bundleID, environment: environment) {
    case nil: return
    case .app?:
      throw Rejection(
        .unreadable, code: KeyReach.Bound.app.rawValue,
        detail: "bundleId of the signed document is of another app than the key's: use its key")
    case .environment?:
      throw Rejection(
        .unreadable, code: KeyReach.Bound.environment.rawValue,
        detail: "environment of the signed document is not one of the key's: use its key")
    }
  }

  /// Throws for a document of another app or environment than the request names.
  func admit(_ bundleID: BundleID, _ environment: StoreEnvironment) throws(Rejection) {
    if let named = self.environment, named != environment {
      throw Rejection(
        .unreadable, code: "wrong_environment",
        detail: "environment is not that of the signed document: correct the parameter")
    }
    if let app, app != bundleID {
      throw Rejection(
        .unreadable, code: "wrong_app",
        detail: "app is not that of the signed document: correct the parameter")
    }
  }
}
