import EventStore
import Ledger
import Postgres

/// What an account may count as its own, as rows: found by its names.
struct AccountRows: Sendable {
  struct Found: Sendable {
    let names: Set<AccountReference>
    /// Those that were named by it, whether or not they belong to it.
    let chains: [ChainState]
    /// To what was asked beside.
    let answers: [Rows]
  }

  let log: EventLog

  /// Asks for the chains of a name together with its aliases: most have none, and two ways are enough.
  ///
  /// - Parameter questions: asked first, on the first way.
  func find(
    _ name: AccountReference, after questions: [Call], on connection: isolated Connection
  ) throws -> Found {
    let aliases = AliasRows(log: log)
    var resolution = AccountResolution(name)
    var chains: [AccountReference: [ChainID]] = [:]
    var answers: [Rows]?
    while case let wanted = resolution.wanted, !wanted.isEmpty {
      var rows = try connection.query(
        (answers == nil ? questions : []) + [aliases.look(for: wanted), look(for: wanted)])
      for row in rows.removeLast() {
        guard let chain = try ChainID(row: row) else { continue }
        chains[AccountReference(key: try row.get(2)), default: []].append(chain)
      }
      resolution.take(try aliases.aliases(of: wanted, from: rows.removeLast()))
      answers = answers ?? rows
    }
    let named = Set(resolution.names.flatMap { chains[$0] ?? [] }).sorted()
    return Found(
      names: resolution.names,
      chains: named.isEmpty ? [] : try ChainRows(log: log).read(named, on: connection),
      answers: answers ?? [])
  }

  private func look(for names: [AccountReference]) -> Call {
    let streams = names.map(StreamID.account)
    return Call(
      ProjectionStatements.accountChainsRead, streams.map(log.lane(of:)), streams.map(\.key))
  }
}
