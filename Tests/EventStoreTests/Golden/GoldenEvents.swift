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

  /// The events of each row.
  static func events(_ kind: EventType) -> [String: [LedgerEvent]] {
    let single = singleEvents(kind).mapValues { [$0] }
    return kind == .notificationReceived ? single.merging(joined) { _, joined in joined } : single
  }

  private static func singleEvents(_ kind: EventType) -> [String: LedgerEvent] {
    switch kind {
    case .transactionObserved: transactions.mapValues { .chain(.transactionObserved($0)) }
    case .renewalObserved: renewals.mapValues { .chain(.renewalObserved($0)) }
    case .notificationReceived: notifications.mapValues { .chain(.notificationReceived($0)) }
    case .chainOwned: ["full": .chain(.chainOwned(owned))]
    case .chainClaimed: claims.mapValues { .account(.chainClaimed($0)) }
    case .reasserted: reassertions
    case .accountErased: erasures.mapValues { .account(.accountErased($0)) }
    case .programEntered: programs.mapValues { .shared(.programEntered($0)) }
    case .termsPublished: terms.mapValues { .shared(.termsPublished($0)) }
    case .catalogPublished: catalogs.mapValues { .shared(.catalogPublished($0)) }
    case .grantMade: grants.mapValues { .chain(.grantMade($0)) }
    case .coinsMoved: movements.mapValues { .account(.coinsMoved($0)) }
    case .accountAliased: aliases.mapValues { .account(.accountAliased($0)) }
    case .aliasClaimed: ["full": .account(.aliasClaimed(aliasClaim))]
    case .ownershipChanged: ownershipChanges.mapValues { .chain(.ownershipChanged($0)) }
    case .grantAcknowledged: acknowledgements.mapValues { .chain(.grantAcknowledged($0)) }
    case .consentChanged: consents.mapValues { .account(.consentChanged($0)) }
    case .cutOverDeclared: cutOvers.mapValues { .shared(.cutOverDeclared($0)) }
    case .epochOpened: ["full": .shared(.epochOpened(epoch))]
    case .chainPosted: posts.mapValues { .chain(.chainPosted($0)) }
    case .chainReplaced: ["full": .chain(.chainReplaced(replacement))]
    case .grantAssigned: assignments.mapValues { .chain(.grantAssigned($0)) }
    case .tokenWithdrawn: ["full": .account(.tokenWithdrawn(withdrawal))]
    case .rulesChanged: ["full": .shared(.rulesChanged(rules))]
    case .taxesPublished: taxes.mapValues { .shared(.taxesPublished($0)) }
    case .periodClosed: closes.mapValues { .shared(.periodClosed($0)) }
    case .actRecorded: acts.mapValues { .shared(.actRecorded($0)) }
    case .appleFileKept: files.mapValues { .shared(.appleFileKept($0)) }
    case .settlementRecorded: settlements.mapValues { .shared(.settlementRecorded($0)) }
    case .evidenceLost: ["full": .shared(.evidenceLost(evidenceLost))]
    case .pricesPublished: prices.mapValues { .shared(.pricesPublished($0)) }
    case .promotionGranted: promotions.mapValues { .account(.promotionGranted($0)) }
    case .promotionWithdrawn:
      ["full": .account(.promotionWithdrawn(promotionWithdrawal))]
    case .accountsMerged: merges.mapValues { .account(.accountsMerged($0)) }
    }
  }
}
