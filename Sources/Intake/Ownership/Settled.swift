import EventStore
import Ledger

/// The owner of a chain after a request.
struct Settled: Sendable {
  /// The account that owns the chain; nil while no account does.
  var account: AccountReference?
  /// The reason for which the requesting account does not own it; nil if it does, and without an
  /// account.
  var rejection: OwnershipRejection?
  /// The owner before a restore that moved the chain; nil if none moved it, and where no account owned it.
  var formerOwner: AccountReference?
  var position: Position
}

/// The account behind a chain's owner, as known now.
struct LivingOwner: Sendable {
  var account: AccountReference?
  var isPoster = false
  /// True if the owner's token was freed, so that the next post takes the chain.
  var mayClaim = false
  /// The token that names no known account.
  var waitingToken: AccountAliases?
}

/// The chains of a post, read together after its facts were recorded, and the accounts behind their owners.
struct OwnersOfPost: Sendable {
  var chains: [ChainID: ChainOwners]
  var living: [ChainOwner: LivingOwner] = [:]
}

extension Position {
  /// Returns the position that also covers the events of an append.
  func reaching(_ appended: Appended) -> Position {
    appended.outcomes.reduce(into: self) { $0.reach($1.id) }
  }
}
