import Foundation
import Ledger
import TestSupport

@testable import EventStore

/// The events that the committed rows stand for, by the names of the rows.
enum GoldenEvents {
  static let environment = StoreEnvironment.production
  static let app: BundleID = "com.example.game"
  static let chain = ChainID(.production, "2000000900000001")
  static let anna = AccountReference(key: uuid("a11a0000-0000-4000-8000-000000000001"))
  static let ben = AccountReference(key: uuid("be110000-0000-4000-8000-000000000002"))
  static let carl = AccountReference(key: uuid("ca210000-0000-4000-8000-000000000003"))

  static func uuid(_ text: String) -> UUID { UUID(uuidString: text)! }
  static func moment(_ text: String) -> Instant { Instant(text)! }

  /// Version 1 is the only one so far.
  static let versions: [Int16] = [1]

  static func events(_ kind: EventRow.Kind, version: Int16) -> [String: LedgerEvent] {
    version == 1 ? firstVersion(kind) : [:]
  }

  private static func firstVersion(_ kind: EventRow.Kind) -> [String: LedgerEvent] {
    switch kind {
    case .transactionObserved: transactions.mapValues(LedgerEvent.transactionObserved)
    case .renewalObserved: renewals.mapValues(LedgerEvent.renewalObserved)
    case .notificationReceived: notifications.mapValues(LedgerEvent.notificationReceived)
    case .chainOwned: ["full": .chainOwned(owned)]
    case .chainClaimed: ["full": .chainClaimed(claimed)]
    case .reasserted: reassertions
    case .accountErased: erasures.mapValues(LedgerEvent.accountErased)
    case .programEntered: programs.mapValues(LedgerEvent.programEntered)
    case .termsPublished: terms.mapValues(LedgerEvent.termsPublished)
    case .catalogPublished: catalogs.mapValues(LedgerEvent.catalogPublished)
    case .grantMade: grants.mapValues(LedgerEvent.grantMade)
    case .coinsMoved: movements.mapValues(LedgerEvent.coinsMoved)
    case .accountAliased: aliases.mapValues(LedgerEvent.accountAliased)
    case .aliasClaimed: ["full": .aliasClaimed(aliasClaim)]
    case .ownershipChanged: ownershipChanges.mapValues(LedgerEvent.ownershipChanged)
    case .grantAcknowledged: ["full": .grantAcknowledged(acknowledgement)]
    case .consentChanged: consents.mapValues(LedgerEvent.consentChanged)
    case .cutOverDeclared: cutOvers.mapValues(LedgerEvent.cutOverDeclared)
    case .epochOpened: ["full": .epochOpened(epoch)]
    }
  }
}

extension EventRow.Kind {
  /// The word of table `event_type`, which names the kind's file too.
  var word: String {
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
    }
  }
}
