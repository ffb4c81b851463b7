/// The decision on a request for a chain.
package enum OwnershipDecision: Hashable, Sendable {
  /// The change to append and then to apply, with the owner before it and the grants that move along.
  case accepted(OwnershipChanged, from: ChainOwner, grants: [GrantAssigned] = [])
  /// The account owns the chain already.
  case alreadyOwner
  case rejected(OwnershipRejection)
}

/// The reason for which a change of owner was rejected.
package enum OwnershipRejection: Hashable, Sendable {
  case ownedByAnother
  /// The signed token names no account that the ledger knows.
  case tokenNotRegistered
  /// The owner changed recently; the next change is possible from this moment on.
  case coolingDown(until: Instant)
  /// The operator's name or reason is missing.
  case reasonMissing
  /// The chain still belongs to its first owner.
  case nothingToUndo
}
