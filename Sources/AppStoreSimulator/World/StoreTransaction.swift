/// One transaction as Apple holds it at present.
package struct StoreTransaction: Sendable {
  /// Its `signedDate` is that of the last time it was told of; each signing sets its own.
  package var content: SignableTransaction
  package let customer: Int
  /// The subscription it belongs to; nil for a one-time purchase.
  package let subscription: Int?
  /// The purchaser's transaction that a family member's one-time product is shared from.
  let sharedFrom: Int?
  package let orderID: String
  /// When its content last changed: what the history is sorted by, with the ordinal of the change.
  package var modifiedAt: Int64
  package var modification: Int
  /// Whether the game, or its server, has finished it.
  package var isFinished = false

  package var id: String { content.transactionId }
  package var isRevoked: Bool { content.revocationDate != nil }
  package var isFamilyShared: Bool { content.inAppOwnershipType == Self.familyShared }

  static let familyShared = "FAMILY_SHARED"
}
