package import Ledger

/// The events that a list is about; all of them without a bound.
package struct EventFilter: Sendable {
  /// The app that an event names; nil for any event.
  package var app: BundleID?
  /// The environment that an event names; nil for any event.
  package var environment: StoreEnvironment?
  /// The kinds of events; nil for all.
  package var types: Set<EventType>?

  package init() {}

  func admits(_ event: LedgerEvent) -> Bool {
    (types?.contains(event.type) ?? true) && (app.map { $0 == event.place.app } ?? true)
      && (environment.map { $0 == event.place.environment } ?? true)
  }
}

extension LedgerEvent {
  /// The app and the environment that an event names. An event about the whole ledger names none.
  fileprivate var place: (app: BundleID?, environment: StoreEnvironment?) {
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
