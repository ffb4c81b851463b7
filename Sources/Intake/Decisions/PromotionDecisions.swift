import EventStore
package import Foundation
package import Ledger

/// The product or name that a promotional entitlement opens, as a caller names it.
package enum PromotionTarget: Hashable, Sendable {
  case product(ProductID)
  case name(String)
}

/// The answer to a request about a promotional entitlement.
package enum PromotionOutcome: Sendable {
  /// The promotion as it stands, a position that covers it, and the chains that waited under the account's name until
  /// the request made it known.
  case decided(PromotionBook.Item, Position, brought: [TokenChains])
  case rejected(PromotionRejection)
}

/// The reason why a request about a promotional entitlement was rejected.
package enum PromotionRejection: Error, Hashable, Sendable {
  /// No catalog of the app lists the product.
  case productUnknown
  /// The product gives no entitlement, as a consumable.
  case productWithoutAccess
  /// No product of a catalog unlocks the name.
  case nameUnknown
  /// The end has passed.
  case untilPassed
  /// The account has no promotion of the id.
  case promotionUnknown
}

/// The decisions on promotional entitlements.
package struct PromotionDecisions: Sendable {
  private static let entitling: Set<ProductType> = [.autoRenewable, .nonConsumable, .nonRenewing]

  private let recorder: EventRecorder
  private let accounts: AccountReader
  private let names: NameDecisions
  private let sharedState: SharedStateCache
  private let cache: AggregateCache<PromotedName>

  init(
    recorder: EventRecorder, accounts: AccountReader, names: NameDecisions,
    sharedState: SharedStateCache
  ) {
    self.recorder = recorder
    self.accounts = accounts
    self.names = names
    self.sharedState = sharedState
    cache = AggregateCache(of: recorder.log)
  }

  /// Grants a promotional entitlement until a moment, to the account behind the name. Makes a new name known before.
  /// The same until the same moment is granted once: a repetition answers with what stands. Returns after the commit.
  package func grant(
    _ target: PromotionTarget, until: Instant, to account: AccountID, of bundleID: BundleID,
    in environment: StoreEnvironment, within reach: KeyReach, author: ActAuthor,
    reason: String
  ) async throws -> PromotionOutcome {
    let now = recorder.now()
    let thing: PromotedThing
    switch try await find(target, in: bundleID, at: now) {
    case .success(let found): thing = found
    case .failure(let rejection): return .rejected(rejection)
    }
    let name = AccountName(environment, bundleID, account)
    let position = try await recorder.log.position()
    if let standing = try await standing(thing, until, under: name.reference) {
      return .decided(standing, position, brought: [])
    }
    guard until > now else { return .rejected(.untilPassed) }
    let brought = try await names.makeKnown(
      account, of: bundleID, for: environment, within: reach)
    let request = PromotionRule.Request.grant(thing, until: until, id: UUID())
    var rule = PromotionRule(
      request: request, account: name.reference, bundleID: bundleID, environment: environment,
      author: author, reason: reason, decidedAt: now)
    while true {
      let decided = try await decide(rule, naming: [name])
      switch decided.verdict {
      case .decided(let item):
        return .decided(
          item, brought.covering(decided.reached(from: position)), brought: brought.chains)
      case .unknown: return .rejected(.promotionUnknown)
      case .elsewhere(let account):
        rule = PromotionRule(
          request: request, account: account, bundleID: bundleID, environment: environment,
          author: author, reason: reason, decidedAt: now)
      }
    }
  }

  /// Withdraws a promotional entitlement of the account behind the name, under whichever of its names it was
  /// granted. A repetition answers with the first withdrawal. Returns after the commit.
  package func withdraw(
    _ id: UUID, from account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment,
    author: ActAuthor, reason: String
  ) async throws -> PromotionOutcome {
    let name = AccountName(environment, bundleID, account)
    let position = try await recorder.log.position()
    let books = try await books(under: name.reference)
    guard
      let (owner, item) = books.lazy.compactMap({ owner, book in
        book[id].map { (owner, $0) }
      }).first
    else { return .rejected(.promotionUnknown) }
    if item.withdrawn != nil { return .decided(item, position, brought: []) }
    let rule = PromotionRule(
      request: .withdraw(id), account: owner, bundleID: bundleID, environment: environment,
      author: author, reason: reason, decidedAt: recorder.now())
    let decided = try await decide(rule, naming: [])
    guard case .decided(let item) = decided.verdict else { return .rejected(.promotionUnknown) }
    return .decided(item, decided.reached(from: position), brought: [])
  }

  private func decide(
    _ rule: PromotionRule, naming names: [AccountName]
  ) async throws -> Decided<PromotionRule.Verdict> {
    try await Rejection.translatingFailure {
      try await recorder.log.decide(rule, in: cache, names: names)
    }
  }

  private func find(
    _ target: PromotionTarget, in bundleID: BundleID, at moment: Instant
  ) async throws -> Result<PromotedThing, PromotionRejection> {
    let catalogs = try await sharedState.shared().catalogs(of: bundleID)
    switch target {
    case .product(let product):
      guard let type = catalogs.type(of: product, at: moment) else {
        return .failure(.productUnknown)
      }
      guard Self.entitling.contains(type) else { return .failure(.productWithoutAccess) }
      return .success(.product(product, type))
    case .name(let name):
      return catalogs.unlocks(name) ? .success(.name(name)) : .failure(.nameUnknown)
    }
  }

  /// Returns the promotion that stands under any name of the account, such as that of a guest who was merged.
  private func standing(
    _ thing: PromotedThing, _ until: Instant, under name: AccountReference
  ) async throws -> PromotionBook.Item? {
    try await books(under: name).lazy.compactMap { $0.book.standing(thing, until: until) }.first
  }

  private func books(
    under name: AccountReference
  ) async throws -> [(owner: AccountReference, book: PromotionBook)] {
    let names = try await accounts.resolve(name).names
    return try await accounts.promotions(of: names).sorted { $0.key < $1.key }
      .map { (owner: $0.key, book: $0.value) }
  }
}

extension Decided<PromotionRule.Verdict> {
  /// The position that covers the decision; where nothing was appended, the one that was read before.
  fileprivate func reached(from position: Position) -> Position {
    appended.outcomes.isEmpty ? position : appended.position
  }
}
