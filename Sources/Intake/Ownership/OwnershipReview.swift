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
  }

  package struct Holding: Sendable, Hashable {
    package let account: AccountReference
    package let coin: Coin
    package let amount: Int64
  }

  package struct Item: Sendable, Hashable {
    package let chain: ChainID
    package let matter: Matter
  }

  /// The part of the log that a review could judge.
  package struct Extent: Sendable, Hashable {
    /// False if the review stopped before the end.
    package fileprivate(set) var isWhole = true
    /// The events that cannot be read. Chains and accounts that they belong to are not judged.
    package fileprivate(set) var unreadable: [UnreadableEvent] = []
  }

  private let pool: Pool
  private let log: EventLog

  package init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
  }

  /// Reviews chain after chain. An event that cannot be read hides no other chain.
  ///
  /// - Parameter end: the moment at which to stop; nil to read all.
  package func review(
    until end: ContinuousClock.Instant? = nil, _ each: @Sendable (Item) throws -> Void
  ) async throws -> Extent {
    var extent = Extent()
    let heads = try await log.position().lanes
    for lane in log.lanes {
      let head = heads[lane] ?? 0
      var pages = StreamPages(log: log, lane: lane, end: head)
      var (last, knowsUnreadable): (UUID?, Bool) = (StreamPosition.beginning.stream, false)
      while let stream = last {
        if let end, .now >= end {
          extent.isWhole = false
          return extent
        }
        do {
          let page = try await pool.withTransaction(.snapshot) { [pages] connection in
            try await pages.next(after: stream, on: connection)
          }
          for item in try await items(of: page.events) { try each(item) }
          last = page.last
        } catch  where !knowsUnreadable && Self.isTheEvents(error) {
          // The first one has the whole lane read, which finds all others.
          let found = try await LenientReader(log).unreadable(lane: lane, upTo: head)
          extent.unreadable += found
          pages = StreamPages(
            log: log, lane: lane, end: head, passing: Set(found.map(\.id.position)))
          knowsUnreadable = true
        }
      }
    }
    return extent
  }

  private static func isTheEvents(_ error: any Error) -> Bool {
    error is BrokenPromise || StoredEventError(reading: error) != nil
  }

  private func items(of events: [StreamedEvent]) async throws -> [Item] {
    var chains: [ChainID: ChainOwners] = [:]
    let unread = Set(events.lazy.filter { $0.event == nil }.map(\.place.stream))
    for event in events.filter({ !unread.contains($0.place.stream) }).compactMap(\.event) {
      guard case .chain(let chain) = event.event.stream else { continue }
      chains[chain, default: ChainOwners(chain)].evolve(with: event.event)
    }
    let owners = chains.values.sorted { $0.chain < $1.chain }
    let names = try await CurrentNames(
      of: Set(owners.flatMap(\.namedAccounts)), by: AccountReader(log))
    return owners.filter(names.areRead(for:)).flatMap { owners in
      names.matters(of: owners).map { Item(chain: owners.chain, matter: $0) }
    }
  }
}

extension ChainOwners {
  fileprivate var namedAccounts: [AccountReference] {
    owners + holdings.compactMap(\.account)
  }
}

/// The accounts behind names, as known now.
private struct CurrentNames: Sendable {
  private var names: [AccountReference: AccountAliases] = [:]
  /// The names with an event that cannot be read.
  private var unread: Set<AccountReference> = []

  init(of wanted: Set<AccountReference>, by accounts: AccountReader) async throws {
    var wanted = wanted
    while !wanted.isEmpty {
      let found = try await read(wanted.sorted(), by: accounts)
      for aliases in found { names[aliases.account] = aliases }
      wanted = Set(found.compactMap(\.leader)).subtracting(names.keys).subtracting(unread)
    }
  }

  /// Reads names together, and one after another where an event of one cannot be read.
  private mutating func read(
    _ wanted: [AccountReference], by accounts: AccountReader
  ) async throws -> [AccountAliases] {
    do {
      return try await accounts.aliases(of: wanted)
    } catch  where StoredEventError(reading: error) != nil {
      guard wanted.count > 1 else {
        unread.formUnion(wanted)
        return []
      }
      var found: [AccountAliases] = []
      for name in wanted { found += try await read([name], by: accounts) }
      return found
    }
  }

  /// True if every event on the accounts of a chain can be read.
  func areRead(for owners: ChainOwners) -> Bool {
    owners.namedAccounts.allSatisfy { !unread.contains(last(after: $0)) }
  }

  func matters(of owners: ChainOwners) -> [OwnershipReview.Matter] {
    var matters: [OwnershipReview.Matter] = []
    let present = owners.owner.references.compactMap {
      account(of: $0, isToken: owners.owner.token != nil)
    }
    if let token = owners.owner.token, present.isEmpty, names[token]?.isFreed != true {
      matters.append(.waiting(token: owners.signedToken))
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
    let account = last(after: name)
    return !isToken || names[account]?.isKnown == true ? account : nil
  }

  /// Returns the account at which the way of a name through aliases and merges ends.
  private func last(after name: AccountReference) -> AccountReference {
    var (account, seen) = (name, Set([name]))
    while let next = names[account]?.leader, seen.insert(next).inserted { account = next }
    return account
  }
}
