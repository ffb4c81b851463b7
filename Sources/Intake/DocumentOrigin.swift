import AppStore
package import Ledger

/// The app and the environment that whoever brings a document names. They stand in for what the document
/// leaves unsaid, and never replace what it says.
package struct DocumentOrigin: Sendable, Hashable {
  package let app: BundleID?
  package let environment: StoreEnvironment?

  package init(app: BundleID? = nil, environment: StoreEnvironment? = nil) {
    self.app = app
    self.environment = environment
  }

  /// Returns the app of a document that names none: the named one, or the only one configured.
  ///
  /// - Parameter document: the kind of document, as it begins a sentence.
  func app(of document: String, in admission: Admission) throws(Rejection) -> BundleID {
    guard let app = app ?? admission.onlyApp else {
      throw Rejection(
        .unreadable, code: "app_not_named",
        detail: "\(document) names no app: name it by --app BUNDLE")
    }
    return app
  }

  /// Throws if another environment was named than that of the document.
  func require(_ told: StoreEnvironment) throws(Rejection) {
    guard environment == nil || environment == told else {
      throw Rejection(
        .unreadable, code: "contradictory_fields",
        detail: "the document is of \(told.rawValue), and --environment names another: correct the "
          + "option, or leave it out")
    }
  }

  /// Returns the environment of an answer about a receipt: its own, else the named one, else the only one
  /// of its app in which verifyReceipt answers.
  func environment(
    of answer: VerifyReceiptAnswer, about bundleID: BundleID, in admission: Admission
  ) throws(Rejection) -> StoreEnvironment {
    if let told = answer.environment.map(StoreEnvironment.init(_:)) {
      try require(told)
      return told
    }
    if let environment { return environment }
    let possible = admission.environments(of: bundleID).filter {
      $0 == .production || $0 == .sandbox
    }
    guard possible.count == 1, let only = possible.first else {
      throw Rejection(
        .unreadable, code: "missing_field",
        detail: "environment is missing, as in each answer about a receipt of iOS 6: name it by "
          + "--environment Production or --environment Sandbox")
    }
    return only
  }
}
