/// An event of a purchase chain: facts that Apple asserted, and decisions on owners and grants.
///
/// A notification that names no chain belongs to the stream of its app.
package enum ChainEvent: Hashable, Sendable {
  case transactionObserved(TransactionFact)
  case renewalObserved(RenewalFact)
  case notificationReceived(ReceivedNotification)
  case chainOwned(ChainOwned)
  case ownershipChanged(OwnershipChanged)
  case grantMade(GrantMade)
  case grantAcknowledged(GrantAcknowledged)

  package var content: any EventContent {
    switch self {
    case .transactionObserved(let content): content
    case .renewalObserved(let content): content
    case .notificationReceived(let content): content
    case .chainOwned(let content): content
    case .ownershipChanged(let content): content
    case .grantMade(let content): content
    case .grantAcknowledged(let content): content
    }
  }

  /// The chain of a fact that the rules count; nil for notifications and decisions.
  package var chainOfFact: ChainID? {
    switch self {
    case .transactionObserved(let fact): fact.chain
    case .renewalObserved(let fact): fact.chain
    case .notificationReceived, .chainOwned, .ownershipChanged, .grantMade, .grantAcknowledged: nil
    }
  }

  /// The chain of a decision on owners or grants; nil for facts and notifications.
  package var chainOfDecision: ChainID? {
    switch self {
    case .chainOwned(let decision): decision.chain
    case .ownershipChanged(let decision): decision.chain
    case .grantMade(let decision): decision.chain
    case .grantAcknowledged(let decision): decision.chain
    case .transactionObserved, .renewalObserved, .notificationReceived: nil
    }
  }
}

extension TransactionFact: EventContent {
  package static var type: EventType { .transactionObserved }
  package var stream: StreamID { .chain(chain) }
  package var assertedAt: Instant { assertion.assertedAt }
  package var digest: Digest { assertion.eventDigest }
  package var subject: AccountReference? { nil }
}

extension RenewalFact: EventContent {
  package static var type: EventType { .renewalObserved }
  package var stream: StreamID { .chain(chain) }
  package var assertedAt: Instant { assertion.assertedAt }
  package var digest: Digest { assertion.eventDigest }
  package var subject: AccountReference? { nil }
}

extension ReceivedNotification: EventContent {
  package static var type: EventType { .notificationReceived }
  package var stream: StreamID { chain.map(StreamID.chain) ?? .app(environment, bundleID) }
  package var assertedAt: Instant { signedDate }
  package var subject: AccountReference? { nil }
}
