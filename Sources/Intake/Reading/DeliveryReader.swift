import EventStore
package import Ledger

/// A reader of the deliveries of chains, and of the use of purchases, by the log as it is now.
package struct DeliveryReader: Sendable {
  private let log: EventLog
  private let accounts: AccountReader
  private let wallets: Wallets
  private let sharedState: SharedStateCache

  init(
    log: EventLog, accounts: AccountReader, wallets: Wallets, sharedState: SharedStateCache
  ) {
    self.log = log
    self.accounts = accounts
    self.wallets = wallets
    self.sharedState = sharedState
  }

  /// Returns the grants of a chain's purchases and their acknowledgements.
  package func deliveries(of chain: ChainID) async throws -> Deliveries {
    try await deliveries(of: [chain])[0]
  }

  /// Returns the deliveries of chains, in their order, read at once.
  package func deliveries(of chains: [ChainID]) async throws -> [Deliveries] {
    let events = try await log.reading.events(of: chains.map(StreamID.chain))
    let shared = try await sharedState.shared()
    var deliveries = chains.map { chain in
      Deliveries(chain, events[.chain(chain)] ?? [], by: shared.grantTerms(of: chain))
    }
    let places = try await log.reading.places(
      of: deliveries.reduce(into: []) { $0.formUnion($1.due) })
    guard !places.isEmpty else { return deliveries }
    for index in deliveries.indices {
      let stream = StreamID.chain(chains[index]).key
      // What another chain has is never made here.
      deliveries[index].leaveOut(
        deliveries[index].due.filter { id in places[id].map { $0.stream != stream } ?? false })
    }
    return deliveries
  }

  /// Returns the grants that the granter has yet to give to another account: they waited for one that is known
  /// now, or no longer belong to the one that has them.
  package func reassigned(of deliveries: [Deliveries]) async throws -> Set<GrantID> {
    let books = deliveries.map(\.book).filter { !$0.grants.isEmpty }
    guard !books.isEmpty else { return [] }
    let tokens = try await accounts.tokenNames(of: books)
    return Set(
      books.flatMap { $0.reassignments(tokens, at: Instant(milliseconds: 0)).map(\.grant) })
  }

  /// Returns the ledger's current answer about how much of a purchase was used; nil for an unknown
  /// transaction.
  package func consumption(
    of transaction: TransactionID, by deliveries: Deliveries
  ) async throws -> ConsumptionAnswer? {
    guard deliveries.type(of: transaction) != nil else { return nil }
    return ConsumptionAnswer(
      on: transaction, of: deliveries.book, by: deliveries.terms,
      acknowledged: deliveries.acknowledged,
      wallet: try await wallet(of: transaction, in: deliveries.book))
  }

  /// Returns the wallet that receives the coins of a transaction; nil while the chain has no owner.
  private func wallet(
    of transaction: TransactionID, in book: GrantBook
  ) async throws -> Wallet? {
    guard let grant = book.grants(of: transaction).first,
      let account = book.account(of: grant.id)
    else { return nil }
    return try await wallets.wallet(
      of: account, in: grant.chain.bundleID, environment: book.chain.chain.environment
    ).wallet
  }
}
