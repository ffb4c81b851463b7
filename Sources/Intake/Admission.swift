import Ledger

/// The apps and environments that are configured here and so accepted.
struct Admission: Sendable {
  private let apps: [BundleID: ConfiguredApp]

  init(_ apps: [ConfiguredApp]) {
    self.apps = Dictionary(apps.map { ($0.bundleID, $0) }) { first, _ in first }
  }

  /// Throws for an app or environment that is not configured. Compares Apple's app identifier if
  /// Apple sent one.
  func admit(
    _ bundleID: BundleID, _ environment: StoreEnvironment, appAppleID: Int64? = nil
  ) throws(Rejection) {
    guard let app = apps[bundleID] else { throw Self.appNotConfigured }
    try admit(environment, of: app)
    if environment == .production, let appAppleID, let expected = app.appAppleID,
      appAppleID != expected
    {
      throw Rejection(
        .notConfigured, code: "wrong_app_apple_id",
        detail: "appAppleId is not the one configured for this bundleId: correct DAICHO_APPS")
    }
  }

  /// Throws for a notification of an app or environment that is not configured, and for one of
  /// production that does not name Apple's identifier of its app. Apple names it there always.
  func admit(
    notificationOf bundleID: BundleID, _ environment: StoreEnvironment, appAppleID: Int64?
  ) throws(Rejection) {
    try admit(bundleID, environment, appAppleID: appAppleID)
    guard environment != .production || appAppleID != nil else {
      throw Rejection(
        .unreadable, code: "missing_app_apple_id",
        detail:
          "appAppleId is missing, which Apple names in every notification of Production: send "
          + "the notification as Apple signed it")
    }
  }

  /// The only configured app; nil if there are several.
  var onlyApp: BundleID? { apps.count == 1 ? apps.keys.first : nil }

  func isConfigured(_ bundleID: BundleID) -> Bool { apps[bundleID] != nil }

  /// Returns the app's policy for restores of chains that belong to another account.
  func linkPolicy(of bundleID: BundleID) -> LinkPolicy { apps[bundleID]?.link ?? .standard }

  /// Returns the app's policy for tokens that name no known account.
  func tokenPolicy(of bundleID: BundleID) -> TokenPolicy { apps[bundleID]?.tokens ?? .account }

  /// Returns the largest number of accounts that may be merged into one account of the app.
  func guestsMax(of bundleID: BundleID) -> Int { apps[bundleID]?.guestsMax ?? 20 }

  /// Returns the largest body of a notification of version 1 of the app.
  func versionOneBytesMax(of bundleID: BundleID) -> Int {
    apps[bundleID]?.versionOneBytesMax ?? ConfiguredApp.versionOneBytesDefault
  }

  /// Returns the environments of the app, in the order of their names.
  func environments(of bundleID: BundleID) -> [StoreEnvironment] {
    (apps[bundleID]?.environments ?? []).sorted { $0.rawValue < $1.rawValue }
  }

  private func admit(_ environment: StoreEnvironment, of app: ConfiguredApp) throws(Rejection) {
    guard app.environments.contains(environment) else { throw Self.environmentNotConfigured }
  }

  static let appNotConfigured = Rejection(
    .notConfigured, code: "app_not_configured",
    detail: "bundleId is of an app that is not configured here: add it to DAICHO_APPS")

  private static let environmentNotConfigured = Rejection(
    .notConfigured, code: "environment_not_configured",
    detail: "environment is not among those configured for this app: add it in DAICHO_APPS")
}
