/// The kind of a stored event, by its number in the log. Numbers and names are stored and never
/// change.
package enum EventType: Int16, CaseIterable, Sendable {
  case transactionObserved = 1
  case renewalObserved = 2
  case notificationReceived = 3
  case chainOwned = 4
  case chainClaimed = 5
  /// A fact whose content stands in an earlier row.
  case reasserted = 6
  case accountErased = 7
  case programEntered = 8
  case termsPublished = 9
  case catalogPublished = 10
  case grantMade = 11
  case coinsMoved = 12
  case accountAliased = 13
  case aliasClaimed = 14
  case ownershipChanged = 15
  case grantAcknowledged = 16
  case consentChanged = 17
  case cutOverDeclared = 18
  case epochOpened = 19
  case chainPosted = 20
  case chainReplaced = 21
  case grantAssigned = 22
  case tokenWithdrawn = 23
  case accountsMerged = 24
  case rulesChanged = 25
  case taxesPublished = 26
  case settlementRecorded = 27
  case pricesPublished = 28
  case periodClosed = 29
  case actRecorded = 30
  case appleFileKept = 31
  case promotionGranted = 32
  case promotionWithdrawn = 33
  case evidenceLost = 34

  /// The name in table `event_type`.
  package var name: String {
    switch self {
    case .transactionObserved: "transaction.observed"
    case .renewalObserved: "renewal.observed"
    case .notificationReceived: "notice.received"
    case .chainOwned: "chain.owned"
    case .chainClaimed: "chain.claimed"
    case .reasserted: "reasserted"
    case .accountErased: "account.erased"
    case .programEntered: "programme.entered"
    case .termsPublished: "terms.published"
    case .catalogPublished: "catalogue.published"
    case .grantMade: "grant.made"
    case .coinsMoved: "coins.moved"
    case .accountAliased: "account.aliased"
    case .aliasClaimed: "alias.claimed"
    case .ownershipChanged: "ownership.changed"
    case .grantAcknowledged: "grant.acknowledged"
    case .consentChanged: "consent.changed"
    case .cutOverDeclared: "opening.declared"
    case .epochOpened: "epoch.opened"
    case .chainPosted: "chain.posted"
    case .chainReplaced: "chain.replaced"
    case .grantAssigned: "grant.assigned"
    case .tokenWithdrawn: "token.withdrawn"
    case .accountsMerged: "accounts.merged"
    case .rulesChanged: "rules.changed"
    case .taxesPublished: "taxes.published"
    case .settlementRecorded: "settlement.recorded"
    case .pricesPublished: "prices.published"
    case .periodClosed: "period.closed"
    case .actRecorded: "act.recorded"
    case .appleFileKept: "appleFile.kept"
    case .promotionGranted: "promotion.granted"
    case .promotionWithdrawn: "promotion.withdrawn"
    case .evidenceLost: "evidence.lost"
    }
  }
}
