import EventStore
import Ledger
import Postgres

/// The stored names of accounts, the chains that they claimed, and their promotional entitlements.
struct AccountRows: Sendable {
  let log: EventLog

  /// Finds the accounts behind names, within a transaction whose queries share one snapshot. The
  /// chains and promotions of the names are queried together with their aliases: most names have none,
  /// and one round trip is enough.
  ///
  /// - Parameter questions: queries that are sent first, in the first round trip.
  /// - Returns: the accounts, and the answers to the questions.
  func find(
    _ names: [AccountReference], after questions: [Call] = [], on connection: isolated Connection
  ) throws -> (accounts: AccountSearch, answers: [Rows]) {
    var search = AccountSearch(names)
    var answers: [Rows]?
    repeat {
      let wanted = queries(about: search)
      let rows = try connection.query((answers == nil ? questions : []) + wanted)
      try apply(rows.suffix(wanted.count), to: &search)
      answers = answers ?? rows.dropLast(wanted.count)
    } while !search.wanted.isEmpty
    return (search, answers ?? [])
  }

  /// Returns the queries about the names that a search wants.
  func queries(about search: AccountSearch) -> [Call] {
    let streams = search.wanted.map(StreamID.account)
    return [
      aliases.query(for: search.wanted),
      Call(.accountChainsRead, streams.map(log.lane(of:)), streams.map(\.key)),
      Call(.accountPromotionsRead, streams.map(log.lane(of:)), streams.map(\.key)),
    ]
  }

  /// Goes on with a search by the answers to its queries.
  func apply(_ answers: ArraySlice<Rows>, to search: inout AccountSearch) throws {
    let answers = Array(answers)
    search.apply(
      try aliases.aliases(of: search.wanted, from: answers[0]),
      claims: try claims(from: answers[1]), promotions: try promotions(from: answers[2]))
  }

  private var aliases: NamingRows { NamingRows(log: log) }

  private func promotions(from rows: Rows) throws -> [AccountReference: [Promotion]] {
    Dictionary(grouping: try rows.decode(PromotionRow.self)) {
      AccountReference(key: $0.stream)
    }.mapValues { $0.compactMap(\.promotion) }
  }

  private func claims(from rows: Rows) throws -> [AccountReference: Set<ChainID>] {
    try rows.reduce(into: [:]) { claims, row in
      let (app, environment, id, name) = try row.decode(
        (BundleID, String, OriginalTransactionID, AccountReference).self)
      guard let chain = ChainID(stored: app, environment, id) else { return }
      claims[name, default: []].insert(chain)
    }
  }
}
