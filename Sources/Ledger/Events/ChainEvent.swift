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
  case chainPosted(ChainPosted)
  case chainReplaced(ChainReplaced)
  case grantAssigned(GrantAssigned)

  package var content: any EventContent {
    switch self {
    case .transactionObserved(let content): content
    case .renewalObserved(let content): content
    case .notificationReceived(let content): content
    case .chainOwned(let content): content
    case .ownershipChanged(let content): content
    case .grantMade(let content): content
    case .grantAcknowledged(let content): content
    case .chainPosted(let content): content
    case .chainReplaced(let content): content
    case .grantAssigned(let content): content
    }
  }

  package var topic: ChainTopic {
    switch self {
    case .transactionObserved(let fact): .fact(.transaction(fact))
    case .renewalObserved(let fact): .fact(.renewal(fact))
    case .notificationReceived(let notification): .notification(notification)
    case .chainOwned(let decision): .ownership(.first(decision))
    case .ownershipChanged(let decision): .ownership(.changed(decision))
    case .grantMade(let grant): .grant(.made(grant))
    case .grantAcknowledged(let acknowledged): .grant(.acknowledged(acknowledged))
    case .chainPosted(let post): .ownership(.posted(post))
    case .chainReplaced(let replacement): .ownership(.replaced(replacement))
    case .grantAssigned(let assignment): .grant(.assigned(assignment))
    }
  }

  /// The chain of a fact that the rules count; nil for notifications and decisions.
  package var chainOfFact: ChainID? {
    if case .fact(let fact) = topic { fact.chain } else { nil }
  }

  /// The chain of a decision on owners or grants; nil for facts and notifications.
  package var chainOfDecision: ChainID? {
    switch topic {
    case .ownership(let decision): decision.chain
    case .grant(let decision): decision.chain
    case .fact, .notification: nil
    }
  }
}

/// An event of a chain by its topic. A rule switches over the topics that it knows, so that a new
/// kind of event concerns the rules of its topic only.
package enum ChainTopic: Hashable, Sendable {
  case fact(ChainFact)
  case notification(ReceivedNotification)
  case ownership(OwnershipEvent)
  case grant(GrantEvent)
}

/// A fact that Apple asserted about a chain.
package enum ChainFact: Hashable, Sendable {
  case transaction(TransactionFact)
  case renewal(RenewalFact)

  package var chain: ChainID {
    switch self {
    case .transaction(let fact): fact.chain
    case .renewal(let fact): fact.chain
    }
  }
}

/// A post or decision that concerns the owners of a chain.
package enum OwnershipEvent: Hashable, Sendable {
  case first(ChainOwned)
  case changed(OwnershipChanged)
  case posted(ChainPosted)
  case replaced(ChainReplaced)

  package var chain: ChainID {
    switch self {
    case .first(let decision): decision.chain
    case .changed(let decision): decision.chain
    case .posted(let post): post.chain
    case .replaced(let replacement): replacement.chain
    }
  }
}

/// A decision on a grant of coins.
package enum GrantEvent: Hashable, Sendable {
  case made(GrantMade)
  case acknowledged(GrantAcknowledged)
  case assigned(GrantAssigned)

  package var chain: ChainID {
    switch self {
    case .made(let grant): grant.chain
    case .acknowledged(let acknowledged): acknowledged.chain
    case .assigned(let assignment): assignment.chain
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
