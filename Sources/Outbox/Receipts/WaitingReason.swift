import AppStore
import Intake
import Ledger

/// A reason for which a posted item may wait instead of being rejected for good.
///
/// A trusted chain has signed each of these items, so nobody without Apple's signature takes a
/// place. The exception is an item that names a purchase to query Apple about. Everything else is
/// rejected at once.
enum WaitingReason: String, CaseIterable {
  /// The item verifies once this machine's clock has caught up with Apple's.
  case signedInTheFuture = "signed_in_the_future"
  /// The receipt verifies once this machine's clock has caught up with Apple's.
  case receiptCreatedInTheFuture = "receipt_created_in_the_future"
  /// Apple is queried about the purchase that a transaction receipt of iOS 6 names.
  case purchaseUnknown = "purchase_unknown"
  /// The responder of Apple's certificates may answer again.
  case revocationStatusUnavailable = "revocation_status_unavailable"
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

  private static let responderRest: Duration = .seconds(10)
  private static let appleRest: Duration = .seconds(5)

  /// Returns the moment of the first attempt at an item that waits by itself; nil if it waits for a
  /// person.
  func firstAttempt(at item: PostedItem, after now: Instant) -> Instant? {
    switch self {
    case .signedInTheFuture, .receiptCreatedInTheFuture: item.comesOfAge(after: now)
    case .purchaseUnknown: now + Self.appleRest
    case .revocationStatusUnavailable: now + Self.responderRest
    default: nil
    }
  }

  /// Returns the result of an attempt at an item that still waits by itself; nil if it now waits for
  /// a person.
  func result(of item: PostedItem, at now: Instant) -> JobResult? {
    switch self {
    case .signedInTheFuture, .receiptCreatedInTheFuture: .again(at: item.comesOfAge(after: now))
    case .revocationStatusUnavailable, .purchaseUnknown: .retry(reason: rawValue)
    default: nil
    }
  }
}

extension Submission.Item {
  /// The reason for which the rejected item may wait.
  var waitingReason: WaitingReason? {
    state == .rejected ? reason.flatMap(WaitingReason.init) : nil
  }
}

extension PostedItem {
  /// Returns the moment when the item can be verified by its own signing time, or an hour from now
  /// if it states none.
  fileprivate func comesOfAge(after now: Instant) -> Instant {
    // An unreadable item states no time.
    let signed = signedTransaction.flatMap { try? SignedPayload($0) }
    let moment = signed?.comesOfAge(as: TransactionPayload.self).map { Instant($0) }
    return moment ?? now + .seconds(3_600)
  }
}
