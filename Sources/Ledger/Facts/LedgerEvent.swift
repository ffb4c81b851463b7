/// Everything the event store holds.
package enum LedgerEvent: Hashable, Sendable {
  case transactionObserved(TransactionFact)
  case renewalObserved(RenewalFact)
  case noticeReceived(Notice)
  case chainOwned(ChainOwned)
  case chainClaimed(ChainClaimed)

  package var stream: StreamID {
    switch self {
    case .transactionObserved(let fact): .chain(fact.chain)
    case .renewalObserved(let fact): .chain(fact.chain)
    case .noticeReceived(let notice):
      notice.chain.map(StreamID.chain) ?? .app(notice.environment, notice.bundleID)
    case .chainOwned(let decision): .chain(decision.chain)
    case .chainClaimed(let claim):
      .account(claim.chain.environment, claim.bundleID, claim.account)
    }
  }

  package var digest: Digest {
    switch self {
    case .transactionObserved(let fact): fact.assertion.digest
    case .renewalObserved(let fact): fact.assertion.digest
    case .noticeReceived(let notice): notice.digest
    case .chainOwned(let decision): decision.digest
    case .chainClaimed(let claim): claim.digest
    }
  }

  /// When it was said or decided, by whoever said or decided it.
  package var assertedAt: Instant {
    switch self {
    case .transactionObserved(let fact): fact.assertion.assertedAt
    case .renewalObserved(let fact): fact.assertion.assertedAt
    case .noticeReceived(let notice): notice.signedDate
    case .chainOwned(let decision): decision.decidedAt
    case .chainClaimed(let claim): claim.claimedAt
    }
  }
}

/// An event with its place in the store.
package struct RecordedEvent: Hashable, Sendable {
  package let id: EventID
  package let recordedAt: Instant
  package let event: LedgerEvent
  /// Digest of the bytes it was translated from; nil for our own decisions.
  package let evidence: Digest?

  package init(id: EventID, recordedAt: Instant, event: LedgerEvent, evidence: Digest?) {
    self.id = id
    self.recordedAt = recordedAt
    self.event = event
    self.evidence = evidence
  }
}
