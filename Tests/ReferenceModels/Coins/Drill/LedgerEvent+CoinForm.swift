import Ledger

extension LedgerEvent {
  /// A decision on coins as one line, or nil for any other event.
  var coinForm: String? {
    switch self {
    case .chain(.chainOwned(let decision)):
      "\(decision.chain.originalTransactionID) owned by \(decision.account.key)"
    case .shared(.catalogPublished(let published)):
      "catalog from \(published.validFrom): "
        + published.catalog.products.map(\.coinForm).joined(separator: ", ")
    case .shared(.cutOverDeclared(let cutOver)):
      "granted in \(cutOver.environment.rawValue) from \(cutOver.before) on"
    case .chain(.grantMade(let grant)):
      "granted \(grant.amount) \(grant.coin) for \(grant.transactionID) by catalog "
        + "\(grant.catalog)"
    case .account(.coinsMoved(let moved)):
      "\(moved.account.key) \(moved.movement) \(moved.coin) key \(moved.key?.rawValue ?? "-")"
    case .chain(.transactionObserved), .chain(.renewalObserved), .chain(.notificationReceived),
      .chain(.ownershipChanged), .chain(.grantAcknowledged), .chain(.chainPosted),
      .chain(.chainReplaced), .chain(.grantAssigned), .account(.chainClaimed),
      .account(.accountErased), .account(.accountAliased), .account(.aliasClaimed),
      .account(.consentChanged), .account(.tokenWithdrawn), .account(.accountsMerged),
      .account(.promotionGranted), .account(.promotionWithdrawn),
      .shared(.programEntered), .shared(.termsPublished),
      .shared(.epochOpened), .shared(.rulesChanged), .shared(.taxesPublished),
      .shared(.settlementRecorded), .shared(.pricesPublished), .shared(.periodClosed),
      .shared(.actRecorded), .shared(.appleFileKept), .shared(.evidenceLost):
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
