import AppStore
import Testing

struct ReceiptErrorTests {
  @Test(
    arguments: [
      (.receiptTooLarge, "receipt_too_large", "5 MiB"),
      (.malformedReceipt(field: "the list of signers"), "malformed_receipt", "signers"),
      (.unsupportedAlgorithm, "unsupported_algorithm", "signature"),
      (.invalidReceiptSignature, "invalid_receipt_signature", "signature"),
      (.invalidReceiptChain, "invalid_receipt_chain", "certificates"),
      (.missingAppleMarker(certificate: "leaf"), "missing_apple_marker", "leaf"),
      (.untrustedReceiptRoot, "untrusted_receipt_root", "root"),
      (.rootNotForEnvironment, "root_not_for_environment", "environment"),
      (
        .certificateNotValidAtCreationDate, "certificate_not_valid_at_creation_date",
        "creation date"
      ),
      (.missingCreationDate, "missing_creation_date", "creation date"),
      (.receiptCreatedInTheFuture, "receipt_created_in_the_future", "creation date"),
      (.receiptExpired, "receipt_expired", "attribute 21"),
      (.tooManyPurchases, "too_many_purchases", "5000 purchases"),
      (.unknownEnvironment, "unknown_receipt_environment", "attribute 0"),
      (.missingAttribute(1703), "missing_receipt_attribute", "attribute 1703"),
      (.unreadableAttribute(1712), "unreadable_receipt_attribute", "attribute 1712"),
      (.wrongDevice, "wrong_device", "device"),
    ] as [(ReceiptError, String, String)])
  func `a rejection has a stable code, names its field and a remedy`(
    error: ReceiptError, code: String, field: String
  ) {
    #expect(error.code == code)
    #expect(error.description.contains(field) && error.description.contains("; "))
  }
}
