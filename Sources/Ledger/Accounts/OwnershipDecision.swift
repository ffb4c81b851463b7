/// The decision on a request for a chain.
package enum OwnershipDecision: Hashable, Sendable {
  /// The change to append and then to apply.
  case accepted(OwnershipChanged)
  /// The account owns the chain already.
  case alreadyOwner
  /// The chain has no owner: the first ``ChainOwned`` decides.
  case unowned
  case rejected(OwnershipRejection)
}

/// The reason for which a change of owner was rejected.
package enum OwnershipRejection: Hashable, Sendable {
  case ownedByAnother
  /// The owner changed recently; the next change is possible from this moment on.
  case coolingDown(until: Instant)
  /// The operator's name or reason is missing.
  case reasonMissing
  /// The chain still belongs to its first owner.
  case nothingToUndo
}
