/// What is said to whoever wants a chain.
package enum OwnershipDecision: Hashable, Sendable {
  /// To be appended, and then evolved with.
  case accepted(OwnershipChanged)
  /// It is theirs already.
  case alreadyOwner
  /// It is nobody's: the first ``ChainOwned`` decides.
  case unowned
  case refused(OwnershipRefusal)
}

/// Why a chain does not change hands.
package enum OwnershipRefusal: Hashable, Sendable {
  case ownedByAnother
  /// It changed hands lately, and may again from this moment on.
  case coolingDown(until: Instant)
  /// An operator says why, and who they are.
  case reasonMissing
  /// It is with its first owner still.
  case nothingToUndo
}
