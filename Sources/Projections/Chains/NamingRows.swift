import EventStore
import Foundation
import Ledger
import Postgres

/// A row about a name, with the position of the event that told it.
struct ToldName {
  let row: NamingRow
  let position: Int64
}

/// The stored names, from which the account of a name and the names of an account are found.
struct NamingRows: Sendable {
  let log: EventLog

  func write(_ names: [ToldName], on connection: isolated Connection) throws {
    guard !names.isEmpty else { return }
    let columns = NamingRow.columns(names.map(\.row))
    try connection.post(
      .accountNamingWrite, lanes(of: columns.streams), columns.streams, columns.kinds,
      columns.accounts, columns.aliases, columns.generations, columns.numbers,
      names.map(\.position))
  }

  /// Resolves names to their accounts and to all names of these accounts.
  func resolve(
    _ names: Set<AccountReference>, on connection: isolated Connection
  ) throws -> AccountResolutions {
    var resolutions = AccountResolutions(names)
    while case let wanted = resolutions.wanted, !wanted.isEmpty {
      resolutions.apply(
        try aliases(of: wanted, from: try connection.query([query(for: wanted)])[0]))
    }
    return resolutions
  }

  /// Returns every name of the accounts about whose names something was told after a position.
  func changed(
    after position: Position, on connection: isolated Connection
  ) throws -> Set<AccountReference> {
    let rows = try connection.query(
      .namesTold, log.lanes, log.lanes.map { position.lanes[$0] ?? 0 })
    let told = Set(try rows.decode(UUID.self).map(AccountReference.init(key:)))
    let resolutions = try resolve(told, on: connection)
    return told.reduce(into: told) { $0.formUnion(resolutions[$1].names) }
  }

  /// Returns the query for the rows of these names, to be sent with other queries.
  func query(for names: [AccountReference]) -> Call {
    let streams = names.map(\.key)
    return Call(.accountNamingRead, lanes(of: streams), streams)
  }

  /// Returns the aliases from the rows of `query`.
  func aliases(of names: [AccountReference], from rows: Rows) throws -> [AccountAliases] {
    var aliases = Dictionary(uniqueKeysWithValues: names.map { ($0.key, AccountAliases($0)) })
    for row in try rows.decode(NamingRow.self) {
      guard var name = aliases[row.stream] else { continue }
      row.apply(to: &name)
      aliases[row.stream] = name
    }
    return names.compactMap { aliases[$0.key] }
  }

  private func lanes(of streams: [UUID]) -> [Int16] {
    streams.map { log.lane(of: .account(AccountReference(key: $0))) }
  }
}

extension ToldName: RowDecodable {
  /// Reads the columns of the row, and the position.
  init(_ columns: inout ColumnReader) throws {
    self.init(row: try columns.next(NamingRow.self), position: try columns.next(Int64.self))
  }
}
