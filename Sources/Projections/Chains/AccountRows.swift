import EventStore
import Ledger
import Postgres

/// The stored chains of an account, found by the names of the account.
struct AccountRows: Sendable {
  struct Found: Sendable {
    let resolution: AccountResolution
    /// The chains that the account claimed, whether or not they belong to it.
    let chains: [ChainState]
    /// The answers to the queries that were sent along.
    let answers: [Rows]
  }

  let log: EventLog

  /// Finds the names and the chains of an account, as the end of a transaction whose queries share
  /// one snapshot. The chains of each name are queried together with its aliases: most names have
  /// none, and two round trips are enough.
  ///
  /// - Parameter questions: queries that are sent first, in the first round trip.
  func find(
    _ name: AccountReference, after questions: [Call], on connection: isolated Connection
  ) throws -> Found {
    let aliases = NamingRows(log: log)
    var resolution = AccountResolution(name)
    var chains: [AccountReference: [ChainID]] = [:]
    var answers: [Rows]?
    while case let wanted = resolution.wanted, !wanted.isEmpty {
      var rows = try connection.query(
        (answers == nil ? questions : []) + [aliases.query(for: wanted), query(for: wanted)])
      for row in rows.removeLast() {
        let (environment, id, name) = try row.decode(
          (String, OriginalTransactionID, AccountReference).self)
        guard let chain = ChainID(stored: environment, id) else { continue }
        chains[name, default: []].append(chain)
      }
      resolution.apply(try aliases.aliases(of: wanted, from: rows.removeLast()))
      answers = answers ?? rows
    }
    let named = Set(resolution.names.flatMap { chains[$0] ?? [] }).sorted()
    return Found(
      resolution: resolution,
      chains: named.isEmpty ? [] : try ChainRows(log: log).readLast(named, on: connection),
      answers: answers ?? [])
  }

  private func query(for names: [AccountReference]) -> Call {
    let streams = names.map(StreamID.account)
    return Call(.accountChainsRead, streams.map(log.lane(of:)), streams.map(\.key))
  }
}
