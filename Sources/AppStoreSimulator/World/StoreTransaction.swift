/// A transaction in Apple's present state.
package struct StoreTransaction: Sendable {
  /// The content of the transaction. Each signature sets its own `signedDate` on a copy.
  package var content: SignableTransaction
  package let customer: Int
  /// The index of the transaction's subscription; nil for a one-time purchase.
  package let subscription: Int?
  /// The index of the purchaser's transaction from which a one-time product is shared; nil if not
  /// shared.
  let sharedFrom: Int?
  package let orderID: String
  /// The moment of the last change. The ordinal of that change, `modification`, sorts the history.
  package var modifiedAt: Int64
  package var modification: Int
  /// True if the game or its server has finished the transaction.
  package var isFinished = false

  package var id: String { content.transactionId }
  package var isRevoked: Bool { content.revocationDate != nil }
  package var isFamilyShared: Bool { content.inAppOwnershipType == Self.familyShared }

  static let familyShared = "FAMILY_SHARED"
}
