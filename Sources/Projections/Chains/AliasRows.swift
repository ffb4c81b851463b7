import EventStore
import Foundation
import Ledger
import Postgres

/// A row about an alias from one stream: the stream of the account records its claim, and the
/// stream of the alias records the account that it belongs to.
struct AliasRow: Hashable, Sendable {
  let stream: UUID
  let account: UUID
  let alias: UUID

  init(stream: UUID, account: UUID, alias: UUID) {
    self.stream = stream
    self.account = account
    self.alias = alias
  }

  init(_ decision: AccountAliased) {
    self.init(
      stream: decision.alias.key, account: decision.account.key, alias: decision.alias.key)
  }

  init(_ claim: AliasClaimed) {
    self.init(stream: claim.account.key, account: claim.account.key, alias: claim.alias.key)
  }
}

/// The stored aliases, from which the names of an account are found.
struct AliasRows: Sendable {
  let log: EventLog

  func write(_ rows: [AliasRow], on connection: isolated Connection) throws {
    guard !rows.isEmpty else { return }
    _ = try connection.query(
      .accountAliasesWrite, lanes(of: rows.map(\.stream)), rows.map(\.stream),
      rows.map(\.account), rows.map(\.alias))
  }

  /// Resolves a name to its account and to all names of that account.
  func resolve(
    _ name: AccountReference, on connection: isolated Connection
  ) throws -> AccountResolution {
    var resolution = AccountResolution(name)
    while case let wanted = resolution.wanted, !wanted.isEmpty {
      resolution.apply(try aliases(of: wanted, from: try connection.query([query(for: wanted)])[0]))
    }
    return resolution
  }

  /// Returns the query for the aliases of these names, to be sent with other queries.
  func query(for names: [AccountReference]) -> Call {
    let streams = names.map(\.key)
    return Call(.accountAliasesRead, lanes(of: streams), streams)
  }

  /// Returns the aliases from the rows of `query`.
  func aliases(of names: [AccountReference], from rows: Rows) throws -> [AccountAliases] {
    var aliases = Dictionary(uniqueKeysWithValues: names.map { ($0, AccountAliases($0)) })
    for row in rows {
      let (name, account, alias) = try row.decode(
        (AccountReference, AccountReference, AccountReference).self)
      aliases[name]?.apply(account: account, alias: alias)
    }
    return names.compactMap { aliases[$0] }
  }

  private func lanes(of streams: [UUID]) -> [Int16] {
    streams.map { log.lane(of: .account(AccountReference(key: $0))) }
  }
}
