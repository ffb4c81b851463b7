import Foundation

/// Which of Apple's payloads a JWS claims to be. It only chooses the type to verify it as.
package enum PayloadKind: String, Sendable, CaseIterable {
  case notification
  case transaction
  case renewal
  case appTransaction

  /// Looks at the field names of a payload that nobody has verified; nil if they tell nothing.
  package static func detect(_ signed: SignedPayload) -> PayloadKind? {
    guard let payload = try? signed.payload() else { return nil }  // unreadable tells nothing
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
