/// The kind of payload that a JWS claims to contain. The kind only selects the type for
/// verification.
package enum PayloadKind: String, Sendable, CaseIterable {
  case notification
  case transaction
  case renewal
  case appTransaction

  /// Detects the kind from the field names of an unverified payload. Returns nil if no field name
  /// identifies a kind.
  package static func detect(_ signed: SignedPayload) -> PayloadKind? {
    // Other bytes have no kind.
    guard let payload = try? signed.payload(), let fields = try? JSONDocument(payload[...]).object()
    else { return nil }
    return if fields.contains("notificationType") {
      .notification
    } else if fields.contains("transactionId") {
      .transaction
    } else if fields.contains("originalTransactionId") {
      .renewal
    } else if fields.contains("receiptType") {
      .appTransaction
    } else {
      nil
    }
  }
}
