package import EventStore
package import Foundation
package import Ledger
package import Postgres

/// A review of the owners of all chains, by the log alone.
package struct OwnershipReview: Sendable {
  package enum Matter: Sendable, Hashable {
    /// The chain waits under a token that names no known account.
    case waiting(token: UUID?)
    /// Accounts that do not own the chain have coins of it.
    case coinsElsewhere(owner: AccountReference?, holders: [Holding])
    /// The owner was recorded under earlier rules. The present ones would choose another one, or none
    /// while its token is not registered.
    case earlierRules(owner: AccountReference, present: AccountReference?)
    /// Copies of one period were granted apart, by earlier rules that let both grants stay.
    case grantedTwice(transactions: [TransactionID])
  }

  package struct Holding: Sendable, Hashable {
    package let account: AccountReference
    package let coin: Coin
    package let amount: Int64

    package init(account: AccountReference, coin: Coin, amount: Int64) {
      self.account = account
      self.coin = coin
      self.amount = amount
    }
  }

  package struct Item: Sendable, Hashable {
    package let chain: ChainID
    package let matter: Matter
  }

  private let pool: Pool
  private let log: EventLog

  package init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
  }

  /// Reviews chain after chain. Returns false if it stopped before the end.
  ///
  /// - Parameter end: the moment at which to stop; nil to read all.
  package func review(
    until end: ContinuousClock.Instant? = nil, _ each: @Sendable (Item) throws -> Void
  ) async throws -> Bool {
    let heads = try await log.position().lanes
    for lane in log.lanes {
      let pages = StreamPages(log: log, lane: lane, end: heads[lane] ?? 0)
      var last: UUID? = StreamPosition.beginning.stream
      while let stream = last {
        if let end, .now >= end { return false }
        let page = try await pool.withTransaction(.snapshot) { connection in
          try await pages.next(after: stream, on: connection)
        }
        for item in try await items(of: page.events) { try each(item) }
        last = page.last
      }
    }
    return true
  }

  private func items(of events: [StreamedEvent]) async throws -> [Item] {
    var chains: [ChainID: ChainOwners] = [:]
    for event in events.compactMap(\.event) {
      guard case .chain(let chain) = event.event.stream else { continue }
      chains[chain, default: ChainOwners(chain)].evolve(with: event.event)
    }
    let owners = chains.values.sorted { $0.chain < $1.chain }
    let names = try await CurrentNames(
      of: Set(owners.flatMap(\.namedAccounts)), by: AccountReader(log))
    return owners.flatMap { owners -> [Item] in
      let twice = owners.book.grantedTwice.map {
        OwnershipReview.Matter.grantedTwice(transactions: $0)
      }
      return (names.matters(of: owners) + twice).map {
        Item(chain: owners.chain, matter: $0)
      }
    }
  }
}

extension ChainOwners {
  fileprivate var namedAccounts: [AccountReference] {
    owners + (ownerByPresentRules?.references ?? []) + holdings.compactMap(\.account)
  }
}

/// The accounts behind names, as known now.
private struct CurrentNames: Sendable {
  private var names: [AccountReference: AccountAliases] = [:]

  init(of wanted: Set<AccountReference>, by accounts: AccountReader) async throws {
    var wanted = wanted
    while !wanted.isEmpty {
      let found = try await accounts.aliases(of: wanted.sorted())
      for aliases in found { names[aliases.account] = aliases }
      wanted = Set(found.compactMap(\.leader)).subtracting(names.keys)
    }
  }

  func matters(of owners: ChainOwners) -> [OwnershipReview.Matter] {
    var matters: [OwnershipReview.Matter] = []
    let present = owners.owner.references.compactMap {
      account(of: $0, isToken: owners.owner.token != nil)
    }
    if let token = owners.owner.token, present.isEmpty, names[token]?.isFreed != true {
      matters.append(.waiting(token: owners.signedToken))
    }
    if let rules = owners.ownerByPresentRules, let recorded = present.first {
      let chosen = rules.references.compactMap { account(of: $0, isToken: rules.token != nil) }
      if chosen.first != recorded {
        matters.append(.earlierRules(owner: recorded, present: chosen.first))
      }
    }
    let elsewhere = owners.holdings.compactMap { holding -> OwnershipReview.Holding? in
      guard let name = holding.account, let holder = account(of: name, isToken: false),
        !present.contains(holder)
      else { return nil }
      return OwnershipReview.Holding(
        account: holder, coin: holding.coin, amount: holding.amount)
    }
    if !elsewhere.isEmpty {
      matters.append(.coinsElsewhere(owner: present.first, holders: elsewhere))
    }
    return matters
  }

  /// Returns the account that answers for a name; nil for a token that names no known account.
  private func account(of name: AccountReference, isToken: Bool) -> AccountReference? {
    var (account, seen) = (name, Set([name]))
    while let next = names[account]?.leader, seen.insert(next).inserted { account = next }
    return !isToken || names[account]?.isKnown == true ? account : nil
  }
}
