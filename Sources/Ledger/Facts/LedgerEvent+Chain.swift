extension LedgerEvent {
  /// The chain of which Apple said something that rules count with; nil for everything else.
  package var chainOfFact: ChainID? {
    switch self {
    case .transactionObserved(let fact): fact.chain
    case .renewalObserved(let fact): fact.chain
    case .noticeReceived, .chainOwned, .chainClaimed, .accountErased, .programmeEntered,
      .termsPublished, .cataloguePublished, .grantMade, .coinsMoved, .accountAliased, .aliasClaimed,
      .ownershipChanged, .grantAcknowledged, .consentChanged, .openingDeclared, .epochOpened:
      nil
    }
  }

  /// The chain whose owners or grants we decided on; nil for everything else.
  package var chainOfDecision: ChainID? {
    switch self {
    case .chainOwned(let decision): decision.chain
    case .ownershipChanged(let decision): decision.chain
    case .grantMade(let decision): decision.chain
    case .grantAcknowledged(let decision): decision.chain
    case .transactionObserved, .renewalObserved, .noticeReceived, .chainClaimed, .accountErased,
      .programmeEntered, .termsPublished, .cataloguePublished, .coinsMoved, .accountAliased,
      .aliasClaimed, .consentChanged, .openingDeclared, .epochOpened:
      nil
    }
  }
}
