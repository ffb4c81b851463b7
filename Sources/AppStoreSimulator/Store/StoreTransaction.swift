/// A transaction in Apple's present state.
package struct StoreTransaction: Sendable {
  /// The content of the transaction. Each signature sets its own `signedDate` on a copy.
  package private(set) var content: SignableTransaction
  package let customer: Int
  /// The index of the transaction's subscription; nil for a one-time purchase.
  package let subscription: Int?
  /// The index of the purchaser's transaction from which a one-time product is shared; nil if not
  /// shared.
  let sharedFrom: Int?
  /// The index of the purchase that this copies under an id of its own, as Apple gives a non-consumable
  /// on each device; nil for a purchase.
  package let copyOf: Int?
  package let orderID: String
  /// The moment of the last change. The ordinal of that change, `modification`, sorts the history.
  package private(set) var modifiedAt: Int64
  package private(set) var modification: Int
  /// True if the game or its server has finished the transaction.
  package internal(set) var isFinished = false
  /// True once a notification has told the transaction, with every field.
  private(set) var isTold = false
  /// True once the ledger has accepted a copy with every field that names an owner.
  private(set) var isHeard = false
  /// The date of the last refund of everything, also of a reversed one; nil if there was none.
  private(set) var refundedInFull: Int64?

  package var id: String { content.transactionId }
  /// True if the transaction is revoked under its own id.
  package var isRevoked: Bool { content.revocationDate != nil }
  package var isFamilyShared: Bool { content.inAppOwnershipType == Self.familyShared }

  static let familyShared = "FAMILY_SHARED"

  mutating func noteTelling() { isTold = true }
  mutating func noteHearing() { isHeard = true }

  /// Changes the content, as the change with an ordinal.
  mutating func change(
    at moment: Int64, as modification: Int, _ change: (inout SignableTransaction) -> Void
  ) {
    change(&content)
    if content.isRefundedInFull { refundedInFull = content.revocationDate }
    self.modification = modification
    modifiedAt = moment
  }
}

/// The reason for a revocation. The raw value is Apple's `revocationType`.
enum StoreRevocation: String {
  case refundFull = "REFUND_FULL"
  case refundProrated = "REFUND_PRORATED"
  case familyRevoke = "FAMILY_REVOKE"
}

extension SignableTransaction {
  /// True if everything is refunded at present: a part that Apple does not tell is all of what has no
  /// time.
  fileprivate var isRefundedInFull: Bool {
    guard revocationDate != nil else { return false }
    return revocationType == StoreRevocation.refundFull.rawValue
      || revocationType == StoreRevocation.refundProrated.rawValue && revocationPercentage == nil
        && expiresDate == nil
  }

  mutating func revoke(at moment: Int64, as type: StoreRevocation, share: Int64? = nil) {
    revocationDate = moment
    revocationReason = type == .familyRevoke ? 0 : 1
    revocationType = type.rawValue
    revocationPercentage = share.map { Int32($0) }
  }

  /// Removes the revocation.
  mutating func restore() {
    (revocationDate, revocationReason) = (nil, nil)
    (revocationType, revocationPercentage) = (nil, nil)
  }

  /// Turns the content into a family share, without a price and without the purchaser's token.
  mutating func share() {
    inAppOwnershipType = StoreTransaction.familyShared
    appAccountToken = nil
    (price, currency) = (nil, nil)
  }
}
