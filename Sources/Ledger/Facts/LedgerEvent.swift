/// Everything the event store holds.
package enum LedgerEvent: Hashable, Sendable {
  case transactionObserved(TransactionFact)
  case renewalObserved(RenewalFact)
  case noticeReceived(Notice)
  case chainOwned(ChainOwned)
  case chainClaimed(ChainClaimed)
  case accountErased(AccountErased)
  case programmeEntered(ProgrammeEntered)
  case termsPublished(TermsPublished)
  case cataloguePublished(CataloguePublished)
  case grantMade(GrantMade)
  case coinsMoved(CoinsMoved)

  package var stream: StreamID {
    switch self {
    case .transactionObserved(let fact): .chain(fact.chain)
    case .renewalObserved(let fact): .chain(fact.chain)
    case .noticeReceived(let notice):
      notice.chain.map(StreamID.chain) ?? .app(notice.environment, notice.bundleID)
    case .chainOwned(let decision): .chain(decision.chain)
    case .chainClaimed(let claim):
      .account(claim.account)
    case .accountErased(let decision): .account(decision.account)
    case .programmeEntered, .termsPublished, .cataloguePublished: .commons
    case .grantMade(let decision): .chain(decision.chain)
    case .coinsMoved(let decision): .account(decision.account)
    }
  }

  /// The account it speaks of.
  package var account: AccountReference? {
    switch self {
    case .chainOwned(let decision): decision.account
    case .chainClaimed(let claim): claim.account
    case .accountErased(let decision): decision.account
    case .grantMade(let decision): decision.account
    case .coinsMoved(let decision): decision.account
    case .transactionObserved, .renewalObserved, .noticeReceived, .programmeEntered,
      .termsPublished, .cataloguePublished:
      nil
    }
  }

  package var digest: Digest {
    switch self {
    case .transactionObserved(let fact): fact.assertion.eventDigest
    case .renewalObserved(let fact): fact.assertion.eventDigest
    case .noticeReceived(let notice): notice.digest
    case .chainOwned(let decision): decision.digest
    case .chainClaimed(let claim): claim.digest
    case .accountErased(let decision): decision.digest
    case .programmeEntered(let decision): decision.digest
    case .termsPublished(let decision): decision.digest
    case .cataloguePublished(let decision): decision.digest
    case .grantMade(let decision): decision.digest
    case .coinsMoved(let decision): decision.digest
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
    case .accountErased(let decision): decision.erasedAt
    case .programmeEntered(let decision): decision.enteredAt
    case .termsPublished(let decision): decision.publishedAt
    case .cataloguePublished(let decision): decision.publishedAt
    case .grantMade(let decision): decision.decidedAt
    case .coinsMoved(let decision): decision.movedAt
    }
  }
}

/// An event with its place in the store.
package struct RecordedEvent: Hashable, Sendable {
  package let id: EventID
  package let recordedAt: Instant
  package let event: LedgerEvent
  /// The event that brought the bytes it was translated from, maybe itself; nil for our own
  /// decisions.
  package let evidence: EventID?
  /// The event with the same content that was recorded before; nil where this is the first.
  package let reasserts: EventID?

  package init(
    id: EventID, recordedAt: Instant, event: LedgerEvent, evidence: EventID?,
    reasserts: EventID? = nil
  ) {
    self.id = id
    self.recordedAt = recordedAt
    self.event = event
    self.evidence = evidence
    self.reasserts = reasserts
  }
}
