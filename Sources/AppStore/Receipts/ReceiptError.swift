/// A reason for rejecting an app receipt. Callers answer each case differently.
package enum ReceiptError: Error, Equatable, Sendable {
  case receiptTooLarge
  /// The named part is not encoded as Apple encodes it.
  case malformedReceipt(field: String)
  /// The signature uses another algorithm than RSA with SHA-1 or one of SHA-2.
  case unsupportedAlgorithm
  case invalidReceiptSignature
  /// The path from the signer's certificate to a trusted root is not Apple's.
  case invalidReceiptChain
  /// The named certificate lacks the extension with which Apple marks its purpose.
  case missingAppleMarker(certificate: String)
  case untrustedReceiptRoot
  /// The root is trusted, but not for the environment of the receipt.
  case rootNotForEnvironment
  /// The root is trusted, but for the receipts of another app.
  case rootNotForApp
  case certificateNotValidAtCreationDate
  case missingCreationDate
  case receiptCreatedInTheFuture
  /// The receipt of a volume purchase is posted after its end.
  case receiptExpired
  case tooManyPurchases
  /// The receipt names an environment that Apple has not documented.
  case unknownEnvironment
  /// The receipt lacks an attribute, named by its type, that every receipt has.
  case missingAttribute(Int)
  /// The receipt is genuine, but the attribute of this type does not have the expected form.
  case unreadableAttribute(Int)
  case wrongDevice

  /// A stable code for logs, metrics and answers.
  package var code: String {
    switch self {
    case .receiptTooLarge: "receipt_too_large"
    case .malformedReceipt: "malformed_receipt"
    case .unsupportedAlgorithm: "unsupported_algorithm"
    case .invalidReceiptSignature: "invalid_receipt_signature"
    case .invalidReceiptChain: "invalid_receipt_chain"
    case .missingAppleMarker: "missing_apple_marker"
    case .untrustedReceiptRoot: "untrusted_receipt_root"
    case .rootNotForEnvironment: "root_not_for_environment"
    case .rootNotForApp: "root_not_for_app"
    case .certificateNotValidAtCreationDate: "certificate_not_valid_at_creation_date"
    case .missingCreationDate: "missing_creation_date"
    case .receiptCreatedInTheFuture: "receipt_created_in_the_future"
    case .receiptExpired: "receipt_expired"
    case .tooManyPurchases: "too_many_purchases"
    case .unknownEnvironment: "unknown_receipt_environment"
    case .missingAttribute: "missing_receipt_attribute"
    case .unreadableAttribute: "unreadable_receipt_attribute"
    case .wrongDevice: "wrong_device"
    }
  }
}

extension ReceiptError: CustomStringConvertible {
  /// The field and the remedy, without any of the content.
  package var description: String {
    switch self {
    case .receiptTooLarge:
      "the receipt is larger than 5 MiB; send an app receipt exactly as the device has it"
    case .malformedReceipt(let field):
      "\(field) is unreadable; send the receipt exactly as the device has it"
    case .unsupportedAlgorithm:
      "the receipt's signature is not RSA with SHA-1 or SHA-2; send a receipt issued by the App "
        + "Store"
    case .invalidReceiptSignature:
      "the receipt's signature does not match; send the receipt exactly as the device has it"
    case .invalidReceiptChain:
      "the receipt's certificates are not a chain of three; send a receipt issued by the App Store"
    case .missingAppleMarker(let certificate):
      "the receipt's \(certificate) is not marked for App Store signing; send a receipt issued by "
        + "the App Store"
    case .untrustedReceiptRoot:
      "the receipt's root is not trusted; configure it as a trust root if it is a test root"
    case .rootNotForEnvironment:
      "the receipt's root does not vouch for its environment; bind the trust root to that "
        + "environment if its signatures count there"
    case .rootNotForApp:
      "the receipt's root counts for another app; give the receipt's app its xcodeRootFile"
    case .certificateNotValidAtCreationDate:
      "a certificate of the receipt was not valid at the creation date; refresh the receipt"
    case .missingCreationDate:
      "the receipt's creation date is missing; refresh the receipt"
    case .receiptCreatedInTheFuture:
      "the receipt's creation date is more than a day ahead; set this machine's clock"
    case .receiptExpired:
      "the receipt's validity (attribute 21) has ended; refresh the receipt on the device"
    case .tooManyPurchases:
      "the receipt lists more than 5000 purchases; query Apple for the customer's history"
    case .unknownEnvironment:
      "the receipt's environment (attribute 0) is unknown; update this program"
    case .missingAttribute(let type):
      "attribute \(type) of the receipt is missing; refresh the receipt"
    case .unreadableAttribute(let type):
      "attribute \(type) of the receipt is not of the expected form; refresh the receipt"
    case .wrongDevice:
      "the receipt belongs to another device; refresh the receipt on this device"
    }
  }
}
