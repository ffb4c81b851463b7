import EventStore
package import Ledger
import Postgres

/// A reader of accounts' names, and of the accounts that names stand for.
package struct NameReader: Sendable {
  private let log: EventLog

  init(_ log: EventLog) {
    self.log = log
  }

  /// Resolves a name to its account and to all names of that account.
  ///
  /// - Parameter known: leaves out later records.
  package func resolve(
    _ name: AccountReference, knownAt known: Instant? = nil
  ) async throws -> AccountResolution {
    if let known { return try await HistoricalReader(log, knownAt: known).resolve(name) }
    return try await resolve([name])[name] ?? AccountResolution(name)
  }

  /// Resolves several names as of one moment.
  func resolve(
    _ names: Set<AccountReference>
  ) async throws -> [AccountReference: AccountResolution] {
    guard !names.isEmpty else { return [:] }
    return try await log.lookups.withTransaction(.snapshot) { [log] connection in
      let resolutions = try NamingRows(log: log).resolve(names, on: connection)
      return Dictionary(uniqueKeysWithValues: names.map { ($0, resolutions[$0]) })
    }
  }

  /// Resolves several names, and counts the changes of what they stand for, as of one moment.
  func resolveNoting(
    _ names: Set<AccountReference>
  ) async throws -> ([AccountReference: AccountResolution], NameChanges) {
    guard !names.isEmpty else { return ([:], NameChanges(of: names)) }
    return try await log.lookups.withTransaction(.snapshot) { [log] connection in
      let rows = NamingRows(log: log)
      let resolutions = try rows.resolve(names, on: connection)
      var changes = NameChanges(of: names, knowing: resolutions.loaded)
      while case let wanted = changes.wanted, !wanted.isEmpty {
        changes.apply(
          try rows.aliases(of: wanted, from: try connection.query([rows.query(for: wanted)])[0]))
      }
      return (Dictionary(uniqueKeysWithValues: names.map { ($0, resolutions[$0]) }), changes)
    }
  }

  /// Returns the names that were given to accounts, or taken from them, after a position.
  func changed(after position: Position) async throws -> Set<AccountReference> {
    try await log.lookups.withTransaction(.snapshot) { [log] connection in
      try NamingRows(log: log).changed(after: position, on: connection)
    }
  }

  /// Returns true if an event names the account: an event of the account itself, or one of a chain
  /// that belongs to it, once belonged to it, or waits under its token.
  package func isNamed(_ key: AccountKey) async throws -> Bool {
    let found = try await find(key.reference)
    guard found.claims.isEmpty, found.resolution.names.count == 1 else { return true }
    let own = StreamID.account(found.resolution.account)
    return try await !log.reading.events(of: own, after: 0, limit: 1).isEmpty
  }

  /// Returns the account behind a name; nil if no write named it since it was last erased, and no chain
  /// was claimed by it or waits under it.
  ///
  /// The chains are those that the account ever claimed, whether or not they belong to it.
  package func heardOf(
    _ key: AccountKey, knownAt known: Instant? = nil
  ) async throws -> (account: AccountResolution, chains: [ChainID])? {
    let found = try await find(key.reference, knownAt: known)
    guard found.resolution.isKnown || !found.claims.isEmpty else { return nil }
    return (found.resolution, found.claims.sorted())
  }

  /// Returns the name of the account that a chain belongs to, the first of several. Returns nil if
  /// no account is known or its person was erased, also where another took the name.
  ///
  /// - Parameter known: leaves out later records about names; the chain is of that moment too. A name that
  ///   was forgotten later is left out as well.
  package func account(
    of chain: ChainState, knownAt known: Instant? = nil
  ) async throws -> AccountID? {
    guard let owner = chain.presentOwner else { return nil }
    let present = try await find(owner)
    guard present.claims.contains(chain.chain) else { return nil }
    let found = known == nil ? present : try await find(owner, knownAt: known)
    guard chain.owner.token == nil || found.resolution.isKnown else { return nil }
    let account = found.resolution.account
    return try await names(of: [account])[account] ?? chain.token(naming: account)
  }

  /// Finds the account behind a name, with the chains that it has claimed since it was erased last.
  private func find(
    _ name: AccountReference, knownAt known: Instant? = nil
  ) async throws -> AccountSearch.Found {
    if let known { return try await HistoricalReader(log, knownAt: known).find([name])[name] }
    return try await log.lookups.withTransaction(.snapshot) { [log] connection in
      try AccountRows(log: log).find([name], on: connection).accounts[name]
    }
  }

  /// Returns the names of these accounts, except unknown and forgotten ones.
  package func names(
    of accounts: Set<AccountReference>
  ) async throws -> [AccountReference: AccountID] {
    try await log.names(of: accounts.sorted())
  }

  /// Returns the names of the accounts in these events.
  ///
  /// - Parameter known: names that the caller knows, whether they are stored or not.
  package func names(
    in events: [RecordedEvent], knowing known: [AccountReference: AccountID] = [:]
  ) async throws -> EventNames {
    let found = try await names(of: Set(events.flatMap(\.event.accounts)))
    return try await EventNames(found.merging(known) { $1 }, in: log)
  }
}
