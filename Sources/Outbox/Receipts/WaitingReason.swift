/// A reason for which a posted item may wait instead of being rejected for good.
///
/// A trusted chain has signed each of these items, so nobody without Apple's signature takes a
/// place. Everything else is rejected at once.
enum WaitingReason: String, CaseIterable {
  /// The item verifies once this machine's clock has caught up with Apple's.
  case signedInTheFuture = "signed_in_the_future"
  /// An operator may add the app.
  case appNotConfigured = "app_not_configured"
  /// An operator may add the environment to the app.
  case environmentNotConfigured = "environment_not_configured"
  /// A later version may know the environment.
  case unknownEnvironment = "unknown_environment"
  /// A later version may read the form of the payload.
  case unreadablePayload = "unreadable_payload"
  /// A later version may do without the field.
  case incompletePayload = "incomplete_payload"
  /// A later version may allow the price.
  case priceOutOfBounds = "price_out_of_bounds"
  /// A later version may store the text or the moment.
  case unstorableText = "unstorable_text"

  /// True if time alone ends the waiting. All others wait for a person.
  var endsByItself: Bool { self == .signedInTheFuture }
}
