import EventStore
import Foundation
import Ledger

/// The promotions and the alias of an account name, read from the account's stream.
struct PromotedName: Sendable {
  private(set) var promotions = PromotionBook()
  private(set) var aliases: AccountAliases

  init(_ account: AccountReference) {
    aliases = AccountAliases(account)
  }

  mutating func evolve(with event: LedgerEvent) {
    promotions.evolve(with: event)
    aliases.evolve(with: event)
  }
}

/// A decision on a promotional entitlement, made under the lock of the account's lane.
struct PromotionRule: Decider {
  enum Request: Sendable {
    /// Grants the target under this id, unless the same stands already.
    case grant(PromotedThing, until: Instant, id: UUID)
    case withdraw(UUID)
  }

  enum Verdict: Sendable {
    case decided(PromotionBook.Item)
    /// The name is an alias of this account, to which the caller turns instead.
    case elsewhere(AccountReference)
    /// There is no promotion of the id, or an erasure ended it.
    case unknown
  }

  let request: Request
  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  let author: ActAuthor
  let reason: String
  /// The moment of the decision, by the caller's clock.
  let decidedAt: Instant

  var stream: StreamID { .account(account) }
  var initial: PromotedName { PromotedName(account) }

  func evolve(_ name: inout PromotedName, with event: LedgerEvent) { name.evolve(with: event) }

  func decide(
    on name: PromotedName, at moment: Instant
  ) -> (verdict: Verdict, events: [LedgerEvent]) {
    switch request {
    case .grant(let thing, let until, let id): grant(thing, until, id, to: name)
    case .withdraw(let id): withdraw(id, from: name)
    }
  }

  /// Grants unless the same stands. A name that gets a promotion becomes an account.
  private func grant(
    _ thing: PromotedThing, _ until: Instant, _ id: UUID, to name: PromotedName
  ) -> (verdict: Verdict, events: [LedgerEvent]) {
    if let account = name.aliases.leader { return (.elsewhere(account), []) }
    if let standing = name.promotions.standing(thing, until: until) {
      return (.decided(standing), [])
    }
    let own = AccountAliased(
      environment: environment, bundleID: bundleID, alias: account, account: account,
      generation: name.aliases.generation, decidedAt: decidedAt)
    let grant = PromotionGranted(
      environment: environment, bundleID: bundleID, account: account, id: id, thing: thing,
      until: until, author: author, reason: reason, grantedAt: decidedAt)
    return (
      .decided(PromotionBook.Item(granted: grant)),
      (name.aliases.isKnown ? [] : [.account(.accountAliased(own))])
        + [.account(.promotionGranted(grant))]
    )
  }

  /// Withdraws under the name to which it was granted, also after a merge. A second withdrawal changes nothing.
  private func withdraw(
    _ id: UUID, from name: PromotedName
  ) -> (verdict: Verdict, events: [LedgerEvent]) {
    guard let item = name.promotions[id] else { return (.unknown, []) }
    guard item.withdrawn == nil else { return (.decided(item), []) }
    let withdrawal = PromotionWithdrawn(
      environment: environment, bundleID: bundleID, account: account, id: id, author: author,
      reason: reason, withdrawnAt: decidedAt)
    return (
      .decided(PromotionBook.Item(granted: item.granted, withdrawn: withdrawal)),
      [.account(.promotionWithdrawn(withdrawal))]
    )
  }
}
