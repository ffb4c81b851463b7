import Ledger

/// What is let in: apps and environments configured here.
struct Admission: Sendable {
  private let apps: [BundleID: ConfiguredApp]

  init(_ apps: [ConfiguredApp]) {
    self.apps = Dictionary(apps.map { ($0.bundleID, $0) }) { first, _ in first }
  }

  /// Refuses what is meant for somewhere else. Apple's app number is compared where it is sent.
  func admit(
    _ bundleID: BundleID, _ environment: StoreEnvironment, appAppleID: Int64? = nil
  ) throws(Refusal) {
    guard let app = apps[bundleID] else {
      throw Refusal(
        .notConfigured, code: "app_not_configured",
        detail: "bundleId is of an app that is not configured here: add it to DAICHO_APPS")
    }
    try admit(environment, of: app)
    if environment == .production, let appAppleID, let expected = app.appAppleID,
      appAppleID != expected
    {
      throw Refusal(
        .notConfigured, code: "wrong_app_apple_id",
        detail: "appAppleId is not the one configured for this bundleId: correct DAICHO_APPS")
    }
  }

  /// What becomes of claims on chains that are another's.
  func linkPolicy(of bundleID: BundleID) -> LinkPolicy { apps[bundleID]?.link ?? .firstWins }

  /// A renewal names no app: it is let in where any app of ours takes its environment.
  func admit(renewalIn environment: StoreEnvironment) throws(Refusal) {
    guard apps.values.contains(where: { $0.environments.contains(environment) }) else {
      throw Self.environmentNotConfigured
    }
  }

  private func admit(_ environment: StoreEnvironment, of app: ConfiguredApp) throws(Refusal) {
    guard app.environments.contains(environment) else { throw Self.environmentNotConfigured }
  }

  private static let environmentNotConfigured = Refusal(
    .notConfigured, code: "environment_not_configured",
    detail: "environment is not among those configured for this app: add it in DAICHO_APPS")
}
