import Foundation

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
    guard let payload = try? signed.payload() else { return nil }  // no kind
    return (try? JSONDecoder().decode(Sighting.self, from: Data(payload)))?.kind
  }

  private struct Sighting: Decodable {
    let kind: PayloadKind?

    private enum Field: String, CodingKey {
      case notificationType, receiptType, transactionId, originalTransactionId
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Field.self)
      kind =
        if fields.contains(.notificationType) {
          .notification
        } else if fields.contains(.transactionId) {
          .transaction
        } else if fields.contains(.originalTransactionId) {
          .renewal
        } else if fields.contains(.receiptType) {
          .appTransaction
        } else {
          nil
        }
    }
  }
}
