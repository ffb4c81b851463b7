/// The version and platform of an app that a customer bought or downloaded first, as Apple signs them in
/// an AppTransaction.
package struct AppDownload: Hashable, Sendable, Codable {
  /// The version that the customer downloaded first: a build number on iOS.
  package var originalVersion: String?
  /// Apple's name: `iOS`, `macOS`, `tvOS` or `visionOS`.
  package var originalPlatform: String?
  package var preorderDate: Instant?

  package init(
    originalVersion: String?, originalPlatform: String? = nil, preorderDate: Instant? = nil
  ) {
    self.originalVersion = originalVersion
    self.originalPlatform = originalPlatform
    self.preorderDate = preorderDate
  }
}
