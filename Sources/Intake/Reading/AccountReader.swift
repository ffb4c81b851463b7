package import EventStore
package import Ledger

/// A reader of accounts, their names and the owners of chains, by the log as it is now.
package struct AccountReader: Sendable {
  private let log: EventLog

  package init(_ log: EventLog) {
    self.log = log
  }

  /// Returns the owners of a chain with its grants.
  package func owners(of chain: ChainID) async throws -> ChainOwners {
    ChainOwners(chain, try await log.reading.events(of: .chain(chain)))
  }

  /// Returns the owners of chains with their grants, read at once.
  func owners(of chains: Set<ChainID>) async throws -> [ChainID: ChainOwners] {
    let events = try await log.reading.events(of: chains.map(StreamID.chain))
    return Dictionary(
      uniqueKeysWithValues: chains.map { ($0, ChainOwners($0, events[.chain($0)] ?? [])) })
  }

  /// Returns the decisions that made these grants. There is one per grant, unless two chains claim
  /// one transaction, or coins that were said to be delivered elsewhere were granted here after all.
  package func grants(_ ids: Set<GrantID>) async throws -> [GrantID: [GrantMade]] {
    GrantMade.byID(in: try await log.reading.events(keyed: ids.flatMap(EventKey.keys(of:))))
  }

  /// Returns the account behind a name and the account's other names.
  package func resolve(_ name: AccountReference) async throws -> AccountResolution {
    try await AccountResolution.resolve(name) { try await aliases(of: $0) }
  }

  /// Returns the aliases of these names, each by its own stream.
  package func aliases(of names: [AccountReference]) async throws -> [AccountAliases] {
    let events = try await log.reading.events(
      of: names.map(StreamID.account),
      ofTypes: [.accountAliased, .aliasClaimed, .tokenWithdrawn, .accountErased, .accountsMerged])
    let streams = Dictionary(grouping: events, by: \.event.stream)
    return names.map { AccountAliases($0, streams[.account($0)] ?? []) }
  }

  /// Returns the names that decide on the accounts of the grants of these books.
  package func tokenNames(of books: some Sequence<GrantBook>) async throws -> TokenNames {
    let named = books.reduce(into: Set<AccountReference>()) {
      $0.formUnion($1.tokens)
      $0.formUnion($1.accounts)
    }
    guard !named.isEmpty else { return TokenNames() }
    let names = try await aliases(of: named.sorted())
    let accounts = Set(names.compactMap(\.aliasOf)).subtracting(named)
    guard !accounts.isEmpty else { return TokenNames(names) }
    return TokenNames(names + (try await aliases(of: accounts.sorted())))
  }

  /// Returns the consent of an account, or of the account behind an alias.
  package func consumptionConsent(of name: AccountReference) async throws -> ConsumptionConsent {
    let account = try await resolve(name).account
    let events = try await log.reading.events(
      of: [.account(account)], ofTypes: [.consentChanged, .accountErased])
    return ConsumptionConsent(account, events)
  }

  /// Returns the promotional entitlements under each of an account's names.
  func promotions(of names: Set<AccountReference>) async throws -> [AccountReference: PromotionBook]
  {
    let events = try await log.reading.events(
      of: names.sorted().map(StreamID.account),
      ofTypes: [.promotionGranted, .promotionWithdrawn, .accountErased])
    let streams = Dictionary(grouping: events, by: \.event.stream)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, PromotionBook(streams[.account($0)] ?? [])) })
  }

  /// Returns the chains that were claimed under these names since their last erasure.
  ///
  /// - Parameter all: true for the claims before an erasure, too.
  package func claims(
    of names: [AccountReference], all: Bool = false
  ) async throws -> Set<ChainID> {
    let events = try await log.reading.events(
      of: names.map(StreamID.account), ofTypes: [.chainClaimed, .accountErased])
    var claims: [AccountReference: Set<ChainID>] = [:]
    for event in events {
      switch event.event.ofAccount?.topic {
      case .claim(let claim): claims[claim.account, default: []].insert(claim.chain)
      case .erasure(let erasure): if !all { claims[erasure.account] = [] }
      case .alias, .coins, .consent, .promotion, nil: break
      }
    }
    return claims.values.reduce(into: []) { $0.formUnion($1) }
  }

  /// Returns the chains of a token or name that was freed, which have no owner since: an erasure
  /// forgot that they were claimed. Empty for a name that was never freed.
  func chains(
    waitingUnder name: AccountReference, freedAt generation: Int
  ) async throws -> Set<ChainID> {
    guard generation > 0 else { return [] }
    var waiting: Set<ChainID> = []
    for chain in try await claims(of: [name], all: true)
    where try await owners(of: chain).owner == .token(name) { waiting.insert(chain) }
    return waiting
  }
}

extension ChainOwners {
  fileprivate init(_ chain: ChainID, _ events: [RecordedEvent]) {
    self.init(chain)
    for event in events { evolve(with: event.event) }
  }
}
