import Foundation
import Intake
import Ledger

extension [RecordedEvent] {
  /// Returns the chains with an event that may lead to a grant, without repetitions.
  func streams(concernedBy shared: SharedState) -> [UUID] {
    var seen: Set<UUID> = []
    return filter { $0.event.mayGrant(by: shared) }
      .map(\.event.stream.key)
      .filter { seen.insert($0).inserted }
  }

  /// Returns the chains with an event that may lead to a grant, without those about which everything was
  /// decided with these events.
  func streams(
    concernedBy shared: SharedState, settled: SettledChains
  ) -> [UUID] {
    var last: [UUID: Int64] = [:]
    for event in self { last[event.event.stream.key] = event.id.position }
    return streams(concernedBy: shared).filter { !settled.take($0, upTo: last[$0] ?? .max) }
  }

  /// Returns the names that an account or alias was decided for, which coins may wait under, and the
  /// accounts that were merged or separated.
  var decidedNames: Set<AccountReference> {
    Set(
      compactMap { event in
        switch event.event.ofAccount?.topic {
        case .alias(.decided(let decision)): decision.alias
        case .alias(.merged(let merge)): merge.from
        default: nil
        }
      })
  }

  /// The grants of each chain among these events.
  var grantBooks: [GrantBook] {
    Dictionary(grouping: self, by: \.event.stream).compactMap { stream, events in
      guard case .chain(let chain) = stream else { return nil }
      return GrantBook(ChainState(chain), grants: events)
    }
  }
}

extension [GrantStatus] {
  /// Leaves out the statuses of former accounts that are one account with the present one, because
  /// of a merge or an alias: such an account gives nothing back.
  func leavingOutKeptBySameAccount(
    _ accounts: AccountReader
  ) async throws -> [GrantStatus] {
    guard contains(where: \.isFormer) else { return self }
    let present = Dictionary(
      filter { !$0.isFormer }.map { ($0.grant.id, $0.account) }, uniquingKeysWith: { $1 })
    var kept: [GrantStatus] = []
    for status in self {
      if status.isFormer, let former = status.account,
        let account = present[status.grant.id] ?? nil,
        try await accounts.resolve(former).account == accounts.resolve(account).account
      {
        continue
      }
      kept.append(status)
    }
    return kept
  }
}

extension LedgerEvent {
  /// Returns true if the event may lead to a grant. An app without a catalog grants nothing: its
  /// consumables and what has no kind wait, and no other event matters.
  fileprivate func mayGrant(by shared: SharedState) -> Bool {
    switch ofChain?.topic {
    case .fact(.transaction(let fact)):
      fact.purchase.type == .consumable || fact.purchase.type == .untold
        || shared.hasCatalog(of: fact.chain.bundleID)
    case .ownership(let decision): shared.hasCatalog(of: decision.chain.bundleID)
    case .grant(.made), .grant(.assigned): true
    case .fact(.renewal), .grant(.acknowledged), .notification, nil: false
    }
  }

  /// Returns true if the event makes coins due for purchases that were examined earlier and do not
  /// wait. Such an event is a catalog that begins before its publication and grants for other
  /// products than consumables, or a cut-over date that is moved back.
  func grantsBackwards(by shared: SharedState) -> Bool {
    if case .shared(.catalogPublished(let published)) = self {
      return published.validFrom < published.publishedAt
        && published.catalog.products.contains {
          $0.type != .consumable && !($0.grants ?? []).isEmpty
        }
    }
    if case .shared(.cutOverDeclared(let cutOver)) = self {
      return shared.cutOvers.isMovedBack(by: cutOver)
    }
    return false
  }
}

extension SharedState {
  fileprivate func hasCatalog(of bundleID: BundleID) -> Bool {
    !catalogs(of: bundleID).published.isEmpty
  }
}
