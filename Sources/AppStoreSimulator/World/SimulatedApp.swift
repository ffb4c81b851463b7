/// The app whose customers live in the world.
package struct SimulatedApp: Sendable {
  package enum Environment: String, Sendable {
    case production = "Production"
    case sandbox = "Sandbox"
  }

  package let bundleID: String
  package let appAppleID: Int64
  package let environment: Environment
  /// Days of access while the App Store tries to collect: 3, 16 or 28; nil without Billing Grace Period.
  package var graceDays: Int64? = 16
  /// Whether the first charge after a free period has grace too.
  package var gracesFirstCharge = true

  package init(
    bundleID: String, appAppleID: Int64, environment: Environment = .production
  ) {
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environment = environment
  }

  /// Weekly subscriptions have six days at most.
  func grace(for period: CalendarPeriod) -> Int64? {
    let isWeekly = period == CalendarPeriod(1, .week)
    return graceDays.map { (isWeekly ? min($0, 6) : $0).days }
  }

  /// The `data` of a notification, before anything is in it. Sandbox does not tell the app's number.
  package var notificationData: SignableNotificationData {
    SignableNotificationData(
      bundleId: bundleID, environment: environment.rawValue,
      appAppleId: environment == .production ? appAppleID : nil)
  }
}
