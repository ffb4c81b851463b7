import Ledger

extension LedgerEvent {
  /// One line to read a decision on coins by; nil for any other event.
  var coinForm: String? {
    switch self {
    case .chainOwned(let decision):
      "\(decision.chain.originalTransactionID) owned by \(decision.account.key)"
    case .cataloguePublished(let published):
      "catalogue from \(published.validFrom): "
        + published.catalogue.products.map(\.coinForm).joined(separator: ", ")
    case .openingDeclared(let opening):
      "granted in \(opening.environment.rawValue) from \(opening.before) on"
    case .grantMade(let grant):
      "granted \(grant.amount) \(grant.coin) for \(grant.transactionID) by catalogue "
        + "\(grant.catalogue)"
    case .coinsMoved(let moved):
      "\(moved.account.key) \(moved.movement) \(moved.coin) key \(moved.key?.rawValue ?? "-")"
    case .transactionObserved, .renewalObserved, .noticeReceived, .chainClaimed, .accountErased,
      .programmeEntered, .termsPublished, .accountAliased, .aliasClaimed, .ownershipChanged,
      .grantAcknowledged, .consentChanged, .epochOpened:
      nil
    }
  }
}

extension CatalogueProduct {
  fileprivate var coinForm: String {
    let grants = grants.map { grants in
      "\(grants.map { "\($0.amount) \($0.coin)\($0.duringTrial ? " in trials" : "")" })"
    }
    return "\(productID) (\(type)) \(grants ?? "unsaid")"
  }
}
