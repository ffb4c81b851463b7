extension LedgerEvent {
  /// The app and the environment that the event names. An event about the whole ledger names none.
  package var place: (app: BundleID?, environment: StoreEnvironment?) {
    switch self {
    case .chain(let event): event.place
    case .account(let event): event.place
    case .shared(let event): event.place
    }
  }
}

extension ChainEvent {
  fileprivate var place: (app: BundleID?, environment: StoreEnvironment?) {
    switch content.stream {
    case .chain(let chain): (chain.bundleID, chain.environment)
    case .app(let environment, let app): (app, environment)
    case .account, .shared: (nil, nil)
    }
  }
}

extension AccountEvent {
  fileprivate var place: (app: BundleID?, environment: StoreEnvironment?) {
    switch self {
    case .chainClaimed(let event): (event.chain.bundleID, event.chain.environment)
    case .accountErased(let event): (event.bundleID, event.environment)
    case .coinsMoved(let event): (event.bundleID, event.environment)
    case .accountAliased(let event): (event.bundleID, event.environment)
    case .aliasClaimed(let event): (event.bundleID, event.environment)
    case .consentChanged(let event): (event.bundleID, event.environment)
    case .tokenWithdrawn(let event): (event.bundleID, event.environment)
    case .accountsMerged(let event): (event.bundleID, event.environment)
    case .promotionGranted(let event): (event.bundleID, event.environment)
    case .promotionWithdrawn(let event): (event.bundleID, event.environment)
    }
  }
}

extension SharedEvent {
  fileprivate var place: (app: BundleID?, environment: StoreEnvironment?) {
    switch self {
    case .programEntered(let event): (event.bundleID, nil)
    case .termsPublished(let event): (nil, event.environment)
    case .catalogPublished(let event): (event.bundleID, nil)
    case .cutOverDeclared(let event): (event.bundleID, event.environment)
    case .taxesPublished(let event): (event.bundleID, nil)
    case .settlementRecorded(let event): (event.bundleID, nil)
    case .pricesPublished(let event): (event.bundleID, nil)
    case .periodClosed(let event): (event.bundleID, event.environment)
    case .actRecorded(let act):
      (
        act.values["app"].map { BundleID($0) },
        act.values["environment"].flatMap { StoreEnvironment(rawValue: $0) }
      )
    case .epochOpened, .rulesChanged, .appleFileKept, .evidenceLost: (nil, nil)
    }
  }
}
