import EventStore
import Foundation
import Ledger

extension [Result<RecordedEvent, UnreadableEvent>] {
  /// Returns the chains with an event that may lead to a grant, without repetitions.
  func streams(concernedBy shared: SharedState) -> [UUID] {
    var seen: Set<UUID> = []
    return compactMap { try? $0.get().event }  // `unreadable` reports the others
      .filter { $0.mayGrant(by: shared) }
      .map(\.stream.key)
      .filter { seen.insert($0).inserted }
  }

  var unreadable: [Int64] {
    compactMap { if case .failure(let event) = $0 { event.id.position } else { nil } }
  }
}

extension [StreamedEvent] {
  /// The grants of each chain among these streams.
  var grantBooks: [GrantBook] {
    Dictionary(grouping: compactMap(\.event), by: \.event.stream).compactMap { stream, events in
      guard case .chain(let chain) = stream else { return nil }
      return GrantBook(ChainState(chain), grants: events)
    }
  }
}

extension LedgerEvent {
  /// Returns true if the event may lead to a grant. An app without a catalog grants nothing: its
  /// consumables wait, and no other event matters.
  fileprivate func mayGrant(by shared: SharedState) -> Bool {
    switch self {
    case .transactionObserved(let fact):
      fact.purchase.type == .consumable
        || shared.hasCatalog(of: fact.bundleID)
    case .chainOwned(let decision): shared.hasCatalog(of: decision.bundleID)
    case .ownershipChanged(let decision): shared.hasCatalog(of: decision.bundleID)
    case .grantMade: true
    case .renewalObserved, .notificationReceived, .chainClaimed, .accountErased, .programEntered,
      .termsPublished, .catalogPublished, .coinsMoved, .accountAliased, .aliasClaimed,
      .grantAcknowledged, .consentChanged, .cutOverDeclared, .epochOpened:
      false
    }
  }

  /// Returns true if the event makes coins due for purchases that were examined earlier and do not
  /// wait. Such an event is a catalog that begins before its publication and grants for other
  /// products than consumables, or a cut-over date that is moved back.
  func grantsBackwards(by shared: SharedState) -> Bool {
    switch self {
    case .catalogPublished(let published):
      published.validFrom < published.publishedAt
        && published.catalog.products.contains {
          $0.type != .consumable && !($0.grants ?? []).isEmpty
        }
    case .cutOverDeclared(let cutOver): shared.cutOvers.isMovedBack(by: cutOver)
    case .transactionObserved, .renewalObserved, .notificationReceived, .chainOwned, .chainClaimed,
      .accountErased, .programEntered, .termsPublished, .grantMade, .coinsMoved,
      .accountAliased, .aliasClaimed, .ownershipChanged, .grantAcknowledged, .consentChanged,
      .epochOpened:
      false
    }
  }
}

extension SharedState {
  fileprivate func hasCatalog(of bundleID: BundleID) -> Bool {
    !catalogs(of: bundleID).published.isEmpty
  }
}
