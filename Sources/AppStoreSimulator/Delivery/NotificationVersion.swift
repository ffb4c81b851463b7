/// The form in which Apple tells of events, as chosen in App Store Connect.
package enum NotificationVersion: String, CaseIterable, Sendable {
  case version2 = "v2"
  case version1 = "v1"
  /// Version 1 as of 2017 to 2020: one transaction beside the other fields, and no
  /// `unified_receipt`.
  case flatVersion1 = "v1-flat"
}
