import Foundation
import Ledger

/// The accounts of an app's chains by the recorded posts, decisions and signed tokens: rules 1 to 8 of the
/// contract's "Who owns a purchase", with restores and links as they were decided.
struct RefundAccounts {
  private let app: BundleID
  private let environment: StoreEnvironment
  private let events: [RecordedEvent]
  /// The accounts of names, their own included.
  private var accounts: [AccountReference: AccountReference] = [:]
  /// The targets of merged accounts.
  private var targets: [AccountReference: AccountReference] = [:]
  /// The accounts that were erased and not named again.
  private(set) var erased: Set<AccountReference> = []
  /// The last erasure of each account, also after the events.
  private let erasures: [AccountReference: EventID]
  /// The places of all events in their order.
  private let places: [EventID: Int]

  /// - Parameters:
  ///   - events: the events within a cut.
  ///   - all: all events: who was erased since has no name.
  init(
    _ events: [RecordedEvent], among all: [RecordedEvent], app: BundleID,
    environment: StoreEnvironment
  ) {
    self.app = app
    self.environment = environment
    self.events = events
    places = Dictionary(
      all.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { $1 })
    erasures = all.reduce(into: [:]) { erasures, event in
      guard case .account(.accountErased(let erasure)) = event.event else { return }
      erasures[erasure.account] = event.id
    }
    for event in events {
      if case .account(let content) = event.event { apply(content) }
    }
  }

  private mutating func apply(_ event: AccountEvent) {
    switch event {
    case .accountAliased(let decision):
      accounts[decision.alias] = accounts[decision.alias] ?? decision.account
      erased.remove(decision.alias)
    case .tokenWithdrawn(let withdrawal):
      accounts[withdrawal.token] = nil
    case .accountErased(let erasure):
      for (name, account) in accounts where account == erasure.account { accounts[name] = nil }
      targets[erasure.account] = nil
      erased.insert(erasure.account)
    case .accountsMerged(let merge):
      targets[merge.from] = merge.isUndone ? nil : merge.into
    case .chainClaimed, .coinsMoved, .aliasClaimed, .consentChanged, .promotionGranted,
      .promotionWithdrawn:
      return
    }
  }

  /// Returns the account that has a chain, or nil if there is none or its person was erased.
  func owner(of chain: ModelChain) -> AccountReference? {
    let owner = unmergedOwner(of: chain.chain, chain)
    return owner.map { targets[$0] ?? $0 }.flatMap { erased.contains($0) ? nil : $0 }
  }

  private func unmergedOwner(of name: ChainID, _ chain: ModelChain?) -> AccountReference? {
    let decisions = events.compactMap { event -> ChainEvent? in
      guard case .chain(let content) = event.event, content.chainOfDecision == name else {
        return nil
      }
      return content
    }
    let speech = chain.flatMap(speech)
    if let decision = decided(decisions) {
      let isOutranked = speech.map { speech in
        decision.at.map { $0 <= speech.purchaseDate } ?? false
      }
      guard isOutranked == true else {
        return decision.owner.flatMap { isForgotten($0, in: name) ? nil : account($0) }
      }
    }
    if let speech { return speech.appAccountToken.flatMap { accounts[reference(to: $0)] } }
    return inherited(by: name)
      ?? posted(decisions).flatMap { isForgotten($0, in: name) ? nil : account($0) }
  }

  /// Returns true if the person who had the chain was erased since the last claim, also where another took the name.
  private func isForgotten(_ owner: AccountReference, in chain: ChainID) -> Bool {
    guard let erasure = erasures[owner] else { return false }
    let claim = events.last { event in
      guard case .chain(let content) = event.event, content.chainOfDecision == chain else {
        return false
      }
      return content.claimant == owner
    }
    return claim.map { places[$0.id, default: 0] < places[erasure, default: 0] } ?? true
  }

  private func account(_ name: AccountReference) -> AccountReference { accounts[name] ?? name }

  private func reference(to token: UUID) -> AccountReference {
    AccountReference(environment, app, AccountID(token.uuidString))
  }

  /// Returns the purchase of the latest token that spoke: in a purchase by the customer, or otherwise than in
  /// the transaction before.
  private func speech(in chain: ModelChain) -> Purchase? {
    let purchases = chain.purchases.map(\.purchase)
    return purchases.indices.last { index in
      guard let token = purchases[index].appAccountToken else { return false }
      return index == 0 || purchases[index].reason == "PURCHASE"
        || purchases[index - 1].appAccountToken != token
    }.map { purchases[$0] }
  }

  /// Returns the owner by the decisions on a chain; nil without any. An owner who only shares the chain with
  /// others from now on stays the first. A decision without a moment outranks every token.
  private func decided(_ events: [ChainEvent]) -> (owner: AccountReference?, at: Instant?)? {
    var decision: (owner: AccountReference?, at: Instant?)?
    for event in events {
      switch event {
      case .chainOwned(let first) where decision == nil:
        decision = (first.account, nil)
      case .ownershipChanged(let change):
        let present = decision?.owner.flatMap { change.owners.contains($0) ? $0 : nil }
        decision = (
          present ?? change.owners.first, change.rules == nil ? nil : change.decidedAt
        )
      default: continue
      }
    }
    return decision
  }

  /// Returns the owner of the chain that this one replaced.
  private func inherited(by chain: ChainID) -> AccountReference? {
    for event in events {
      guard case .chain(.chainReplaced(let replacement)) = event.event,
        replacement.successor == chain.originalTransactionID,
        replacement.chain.bundleID == chain.bundleID,
        replacement.chain.environment == chain.environment, replacement.chain != chain
      else { continue }
      return unmergedOwner(of: replacement.chain, nil)
    }
    return nil
  }

  /// Returns the first account that posted a signed item, or else the first that linked the chain.
  private func posted(_ events: [ChainEvent]) -> AccountReference? {
    let posts = events.compactMap { event -> ChainPosted? in
      if case .chainPosted(let post) = event { post } else { nil }
    }
    return (posts.first(where: \.isSigned) ?? posts.first)?.account
  }
}

extension ChainEvent {
  /// The account that claims the chain by the event; nil if none does.
  fileprivate var claimant: AccountReference? {
    switch self {
    case .chainOwned(let owned): owned.account
    case .chainPosted(let posted): posted.account
    case .ownershipChanged(let change):
      change.owners.contains(change.account) ? change.account : nil
    default: nil
    }
  }
}
