extension LedgerEvent {
  /// The chain of which Apple said something that rules count with; nil for everything else.
  package var chainOfFact: ChainID? {
    switch self {
    case .transactionObserved(let fact): fact.chain
    case .renewalObserved(let fact): fact.chain
    case .notificationReceived, .chainOwned, .chainClaimed, .accountErased, .programEntered,
      .termsPublished, .catalogPublished, .grantMade, .coinsMoved, .accountAliased, .aliasClaimed,
      .ownershipChanged, .grantAcknowledged, .consentChanged, .cutOverDeclared, .epochOpened:
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
    case .transactionObserved, .renewalObserved, .notificationReceived, .chainClaimed,
      .accountErased,
      .programEntered, .termsPublished, .catalogPublished, .coinsMoved, .accountAliased,
      .aliasClaimed, .consentChanged, .cutOverDeclared, .epochOpened:
      nil
    }
  }
}
