/// Everything the event store holds.
package enum LedgerEvent: Hashable, Sendable {
  case transactionObserved(TransactionFact)
  case renewalObserved(RenewalFact)
  case notificationReceived(ReceivedNotification)
  case chainOwned(ChainOwned)
  case chainClaimed(ChainClaimed)
  case accountErased(AccountErased)
  case programEntered(ProgramEntered)
  case termsPublished(TermsPublished)
  case catalogPublished(CatalogPublished)
  case grantMade(GrantMade)
  case coinsMoved(CoinsMoved)
  case accountAliased(AccountAliased)
  case aliasClaimed(AliasClaimed)
  case ownershipChanged(OwnershipChanged)
  case grantAcknowledged(GrantAcknowledged)
  case consentChanged(ConsentChanged)
  case cutOverDeclared(CutOverDeclared)
  case epochOpened(EpochOpened)

  package var stream: StreamID {
    switch self {
    case .transactionObserved(let fact): .chain(fact.chain)
    case .renewalObserved(let fact): .chain(fact.chain)
    case .notificationReceived(let notification):
      notification.chain.map(StreamID.chain)
        ?? .app(notification.environment, notification.bundleID)
    case .chainOwned(let decision): .chain(decision.chain)
    case .chainClaimed(let claim):
      .account(claim.account)
    case .accountErased(let decision): .account(decision.account)
    case .programEntered, .termsPublished, .catalogPublished, .cutOverDeclared, .epochOpened:
      .shared
    case .grantMade(let decision): .chain(decision.chain)
    case .coinsMoved(let decision): .account(decision.account)
    case .accountAliased(let decision): .account(decision.alias)
    case .aliasClaimed(let claim): .account(claim.account)
    case .ownershipChanged(let decision): .chain(decision.chain)
    case .grantAcknowledged(let decision): .chain(decision.chain)
    case .consentChanged(let change): .account(change.account)
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
    case .accountAliased(let decision): decision.account
    case .aliasClaimed(let claim): claim.account
    case .ownershipChanged(let decision): decision.account
    case .consentChanged(let change): change.account
    case .transactionObserved, .renewalObserved, .notificationReceived, .programEntered,
      .termsPublished, .catalogPublished, .grantAcknowledged, .cutOverDeclared, .epochOpened:
      nil
    }
  }

  package var digest: Digest {
    switch self {
    case .transactionObserved(let fact): fact.assertion.eventDigest
    case .renewalObserved(let fact): fact.assertion.eventDigest
    case .notificationReceived(let notification): notification.digest
    case .chainOwned(let decision): decision.digest
    case .chainClaimed(let claim): claim.digest
    case .accountErased(let decision): decision.digest
    case .programEntered(let decision): decision.digest
    case .termsPublished(let decision): decision.digest
    case .catalogPublished(let decision): decision.digest
    case .grantMade(let decision): decision.digest
    case .coinsMoved(let decision): decision.digest
    case .accountAliased(let decision): decision.digest
    case .aliasClaimed(let claim): claim.digest
    case .ownershipChanged(let decision): decision.digest
    case .grantAcknowledged(let decision): decision.digest
    case .consentChanged(let change): change.digest
    case .cutOverDeclared(let decision): decision.digest
    case .epochOpened(let decision): decision.digest
    }
  }

  /// When it was said or decided, by whoever said or decided it.
  package var assertedAt: Instant {
    switch self {
    case .transactionObserved(let fact): fact.assertion.assertedAt
    case .renewalObserved(let fact): fact.assertion.assertedAt
    case .notificationReceived(let notification): notification.signedDate
    case .chainOwned(let decision): decision.decidedAt
    case .chainClaimed(let claim): claim.claimedAt
    case .accountErased(let decision): decision.erasedAt
    case .programEntered(let decision): decision.enteredAt
    case .termsPublished(let decision): decision.publishedAt
    case .catalogPublished(let decision): decision.publishedAt
    case .grantMade(let decision): decision.decidedAt
    case .coinsMoved(let decision): decision.movedAt
    case .accountAliased(let decision): decision.decidedAt
    case .aliasClaimed(let claim): claim.claimedAt
    case .ownershipChanged(let decision): decision.decidedAt
    case .grantAcknowledged(let decision): decision.acknowledgedAt
    case .consentChanged(let change): change.changedAt
    case .cutOverDeclared(let decision): decision.decidedAt
    case .epochOpened(let decision): decision.openedAt
    }
  }
}

extension LedgerEvent {
  /// All accounts it names.
  package var accounts: Set<AccountReference> {
    switch self {
    case .accountAliased(let decision): [decision.account, decision.alias]
    case .aliasClaimed(let claim): [claim.account, claim.alias]
    case .ownershipChanged(let decision): Set(decision.owners).union([decision.account])
    case .transactionObserved, .renewalObserved, .notificationReceived, .chainOwned, .chainClaimed,
      .accountErased, .programEntered, .termsPublished, .catalogPublished, .grantMade,
      .coinsMoved, .grantAcknowledged, .consentChanged, .cutOverDeclared, .epochOpened:
      Set([account].compactMap(\.self))
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
