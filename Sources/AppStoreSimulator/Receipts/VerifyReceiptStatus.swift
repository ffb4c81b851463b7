import AppStore

/// A status by which `verifyReceipt` answers. The raw value is Apple's number.
enum VerifyReceiptStatus: Int64, Error {
  case valid = 0
  case notPost = 21000
  case malformed = 21002
  case notAuthentic = 21003
  case wrongSecret = 21004
  case unavailable = 21005
  case sandboxReceipt = 21007
  case productionReceipt = 21008
  case internalError = 21009
  case accountNotFound = 21010
  case retryableInternalError = 21199

  /// The answer about a receipt that is not valid, or that Apple could not examine.
  var document: LegacyObject {
    var document = LegacyObject()
    document["status"] = .number(rawValue)
    if self == .retryableInternalError { document["is_retryable"] = .flag(true) }
    return document
  }

  /// Creates the status for a receipt that does not verify.
  init(_ error: ReceiptError) {
    self =
      switch error {
      case .receiptTooLarge, .malformedReceipt, .missingCreationDate, .tooManyPurchases,
        .unknownEnvironment, .missingAttribute, .unreadableAttribute:
        .malformed
      case .unsupportedAlgorithm, .invalidReceiptSignature, .invalidReceiptChain,
        .missingAppleMarker, .untrustedReceiptRoot, .rootNotForEnvironment, .rootNotForApp,
        .certificateNotValidAtCreationDate, .receiptCreatedInTheFuture, .receiptExpired,
        .wrongDevice:
        .notAuthentic
      }
  }
}
