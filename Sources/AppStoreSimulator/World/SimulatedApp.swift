/// The app that the simulated App Store sells.
package struct SimulatedApp: Sendable {
  package enum Environment: String, Sendable {
    case production = "Production"
    case sandbox = "Sandbox"
  }

  package let bundleID: String
  package let appAppleID: Int64
  package let environment: Environment
  /// Days of access while the App Store retries a charge: 3, 16 or 28; nil without Billing Grace
  /// Period.
  package var graceDays: Int64? = 16
  /// True if the first charge after a free period has a grace period too.
  package var gracesFirstCharge = true
  /// The share of graces without an end in Apple's notifications, or with one in the first alone, in percent.
  package var undatedGracePercent = 0
  /// The share of later signed copies that leave out some of what was fixed at the purchase, in percent.
  package var thinCopyPercent = 0
  /// The form of the notifications of events from now on.
  package var notificationVersion = NotificationVersion.version2

  package init(
    bundleID: String, appAppleID: Int64, environment: Environment = .production
  ) {
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environment = environment
  }

  /// Returns the length of the grace period in milliseconds, at most six days for weekly
  /// subscriptions.
  func grace(for period: CalendarPeriod) -> Int64? {
    let isWeekly = period == CalendarPeriod(1, .week)
    return graceDays.map { (isWeekly ? min($0, 6) : $0).days }
  }

  /// The `data` of a notification without its content. The sandbox does not report the app's Apple
  /// ID.
  package var notificationData: SignableNotificationData {
    SignableNotificationData(
      bundleId: bundleID, environment: environment.rawValue,
      appAppleId: environment == .production ? appAppleID : nil)
  }
}

/// The form in which Apple tells of events, as chosen in App Store Connect.
package enum NotificationVersion: String, CaseIterable, Sendable {
  case version2 = "v2"
  case version1 = "v1"
  /// Version 1 as of 2017 to 2020: one transaction beside the other fields, and no
  /// `unified_receipt`.
  case flatVersion1 = "v1-flat"
}
