import Ledger

extension LedgerEvent {
  /// A decision on coins as one line, or nil for any other event.
  var coinForm: String? {
    switch self {
    case .chainOwned(let decision):
      "\(decision.chain.originalTransactionID) owned by \(decision.account.key)"
    case .catalogPublished(let published):
      "catalog from \(published.validFrom): "
        + published.catalog.products.map(\.coinForm).joined(separator: ", ")
    case .cutOverDeclared(let cutOver):
      "granted in \(cutOver.environment.rawValue) from \(cutOver.before) on"
    case .grantMade(let grant):
      "granted \(grant.amount) \(grant.coin) for \(grant.transactionID) by catalog "
        + "\(grant.catalog)"
    case .coinsMoved(let moved):
      "\(moved.account.key) \(moved.movement) \(moved.coin) key \(moved.key?.rawValue ?? "-")"
    case .transactionObserved, .renewalObserved, .notificationReceived, .chainClaimed,
      .accountErased,
      .programEntered, .termsPublished, .accountAliased, .aliasClaimed, .ownershipChanged,
      .grantAcknowledged, .consentChanged, .epochOpened:
      nil
    }
  }
}

extension CatalogProduct {
  fileprivate var coinForm: String {
    let grants = grants.map { grants in
      "\(grants.map { "\($0.amount) \($0.coin)\($0.duringTrial ? " in trials" : "")" })"
    }
    return "\(productID) (\(type)) \(grants ?? "unsaid")"
  }
}
