import EventStore
import Ledger
import Postgres

/// The stored names of accounts and the chains that they claimed.
struct AccountRows: Sendable {
  let log: EventLog

  /// Finds the accounts behind names, within a transaction whose queries share one snapshot. The
  /// chains of the names are queried together with their aliases: most names have none, and one round
  /// trip is enough.
  ///
  /// - Parameter questions: queries that are sent first, in the first round trip.
  /// - Returns: the accounts, and the answers to the questions.
  func find(
    _ names: [AccountReference], after questions: [Call] = [], on connection: isolated Connection
  ) throws -> (accounts: AccountSearch, answers: [Rows]) {
    let aliases = NamingRows(log: log)
    var search = AccountSearch(names)
    var answers: [Rows]?
    repeat {
      let wanted = search.wanted
      var rows = try connection.query(
        (answers == nil ? questions : []) + [aliases.query(for: wanted), query(for: wanted)])
      let claims = try claims(from: rows.removeLast())
      search.apply(try aliases.aliases(of: wanted, from: rows.removeLast()), claims: claims)
      answers = answers ?? rows
    } while !search.wanted.isEmpty
    return (search, answers ?? [])
  }

  private func query(for names: [AccountReference]) -> Call {
    let streams = names.map(StreamID.account)
    return Call(.accountChainsRead, streams.map(log.lane(of:)), streams.map(\.key))
  }

  private func claims(from rows: Rows) throws -> [AccountReference: Set<ChainID>] {
    try rows.reduce(into: [:]) { claims, row in
      let (environment, id, name) = try row.decode(
        (String, OriginalTransactionID, AccountReference).self)
      guard let chain = ChainID(stored: environment, id) else { return }
      claims[name, default: []].insert(chain)
    }
  }
}
