/// The meaning of a status of `verifyReceipt` for the receipt.
///
/// https://developer.apple.com/documentation/appstorereceipts/status
package enum VerifyReceiptVerdict: Sendable, Hashable, CaseIterable {
  case valid
  /// The receipt is valid and its subscription has expired. Only transaction receipts of iOS 6 get
  /// this verdict; a receipt of the app stays `valid`.
  case validButExpired
  /// The same request may succeed later. The caller limits the number of attempts: Apple gives
  /// 21002 for a passing failure and for a malformed receipt alike.
  case retry
  /// The receipt will never be valid.
  case never
  /// No receipt will be valid until a person corrects the settings here or in App Store Connect.
  case configuration
  /// A receipt of the sandbox was sent to production.
  case sandbox
  /// A receipt of production was sent to the sandbox.
  case production
  /// The customer's account was not found or is deleted.
  case accountGone

  /// - Parameter isRetryable: Apple's `is_retryable`, which counts for 21100 to 21199 only.
  init(status: Int32, isRetryable: Bool?) {
    self =
      switch status {
      case 0: .valid
      case 21000: .configuration  // the request was not a POST
      case 21002: .retry  // malformed, or a passing failure
      case 21003: .never  // not authentic
      case 21004: .configuration  // another shared secret
      case 21005: .retry  // the server is unavailable
      case 21006: .validButExpired
      case 21007: .sandbox
      case 21008: .production
      case 21009: .retry  // internal
      case 21010: .accountGone
      case 21100...21199: isRetryable == true ? .retry : .never  // internal
      default: .retry  // not documented, or 21001, which Apple no longer sends
      }
  }
}
