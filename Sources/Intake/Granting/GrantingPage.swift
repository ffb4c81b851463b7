import EventStore
import Foundation
import Ledger

extension [Result<RecordedEvent, UnreadableEvent>] {
  /// The chains of which something was recorded that a grant may follow from, each once.
  func streams(concernedBy commons: Commons) -> [UUID] {
    var seen: Set<UUID> = []
    return compactMap { try? $0.get().event }  // what cannot be read is told by `unreadable`
      .filter { $0.mayGrant(by: commons) }
      .map(\.stream.key)
      .filter { seen.insert($0).inserted }
  }

  var unreadable: [Int64] {
    compactMap { if case .failure(let event) = $0 { event.id.position } else { nil } }
  }
}

extension [StreamedEvent] {
  /// The chains among these streams, each with its grants.
  var grantBooks: [GrantBook] {
    Dictionary(grouping: compactMap(\.event), by: \.event.stream).compactMap { stream, events in
      guard case .chain(let chain) = stream else { return nil }
      return GrantBook(ChainState(chain), grants: events)
    }
  }
}

extension LedgerEvent {
  /// An app without a catalogue grants nothing: its consumables wait, and nothing else has to be read.
  fileprivate func mayGrant(by commons: Commons) -> Bool {
    switch self {
    case .transactionObserved(let fact):
      fact.purchase.type == .consumable
        || commons.hasCatalogue(of: fact.bundleID)
    case .chainOwned(let decision): commons.hasCatalogue(of: decision.bundleID)
    case .ownershipChanged(let decision): commons.hasCatalogue(of: decision.bundleID)
    case .grantMade: true
    case .renewalObserved, .noticeReceived, .chainClaimed, .accountErased, .programmeEntered,
      .termsPublished, .cataloguePublished, .coinsMoved, .accountAliased, .aliasClaimed,
      .grantAcknowledged, .consentChanged, .openingDeclared, .epochOpened:
      false
    }
  }

  /// Whether coins are due by it for purchases that were looked at before and do not wait: by a catalogue
  /// that begins before it was published and grants for others than consumables, and by an opening that
  /// is moved back.
  func grantsBackwards(by commons: Commons) -> Bool {
    switch self {
    case .cataloguePublished(let published):
      published.validFrom < published.publishedAt
        && published.catalogue.products.contains {
          $0.type != .consumable && !($0.grants ?? []).isEmpty
        }
    case .openingDeclared(let opening): commons.openings.isMovedBack(by: opening)
    case .transactionObserved, .renewalObserved, .noticeReceived, .chainOwned, .chainClaimed,
      .accountErased, .programmeEntered, .termsPublished, .grantMade, .coinsMoved,
      .accountAliased, .aliasClaimed, .ownershipChanged, .grantAcknowledged, .consentChanged,
      .epochOpened:
      false
    }
  }
}

extension Commons {
  fileprivate func hasCatalogue(of bundleID: BundleID) -> Bool {
    !catalogues(of: bundleID).published.isEmpty
  }
}
