import EventStore
import Foundation
import Ledger
import Postgres

/// What one stream says of a name: the account's, that it claimed it, or the name's own, whom it stands
/// for.
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

/// Aliases as rows, from which the names of an account are found.
struct AliasRows: Sendable {
  let log: EventLog

  func write(_ rows: [AliasRow], on connection: isolated Connection) throws {
    guard !rows.isEmpty else { return }
    _ = try connection.query(
      ProjectionStatements.accountAliasesWrite, lanes(of: rows.map(\.stream)), rows.map(\.stream),
      rows.map(\.account), rows.map(\.alias))
  }

  /// Which account a name stands for, and how else that is called.
  func resolve(
    _ name: AccountReference, on connection: isolated Connection
  ) throws -> AccountResolution {
    var resolution = AccountResolution(name)
    while case let wanted = resolution.wanted, !wanted.isEmpty {
      resolution.take(try aliases(of: wanted, from: try connection.query([look(for: wanted)])[0]))
    }
    return resolution
  }

  /// Asks for the aliases of these names, together with other questions.
  func look(for names: [AccountReference]) -> Call {
    let streams = names.map(\.key)
    return Call(ProjectionStatements.accountAliasesRead, lanes(of: streams), streams)
  }

  /// What `look` found.
  func aliases(of names: [AccountReference], from rows: Rows) throws -> [AccountAliases] {
    var aliases = Dictionary(uniqueKeysWithValues: names.map { ($0, AccountAliases($0)) })
    for row in rows {
      let name = AccountReference(key: try row.get(0))
      aliases[name]?.take(
        account: AccountReference(key: try row.get(1)), alias: AccountReference(key: try row.get(2))
      )
    }
    return names.compactMap { aliases[$0] }
  }

  private func lanes(of streams: [UUID]) -> [Int16] {
    streams.map { log.lane(of: .account(AccountReference(key: $0))) }
  }
}
