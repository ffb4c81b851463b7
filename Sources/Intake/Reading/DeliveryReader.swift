import EventStore
package import Ledger

/// A reader of the deliveries of chains, and of the use of purchases, by the log as it is now.
package struct DeliveryReader: Sendable {
  private let log: EventLog
  private let wallets: Wallets
  private let sharedState: SharedStateCache

  init(log: EventLog, wallets: Wallets, sharedState: SharedStateCache) {
    self.log = log
    self.wallets = wallets
    self.sharedState = sharedState
  }

  /// Returns the grants of a chain's purchases and their acknowledgements.
  package func deliveries(of chain: ChainID) async throws -> Deliveries {
    let events = try await log.reading.events(of: .chain(chain))
    var book = GrantBook(ChainState(chain), grants: events)
    let acknowledged = events.compactMap { event -> GrantID? in
      if case .chain(.grantAcknowledged(let word)) = event.event { word.grant } else { nil }
    }
    let terms = try await sharedState.shared().grantTerms(of: chain)
    book.leaveOut(try await grantedElsewhere(of: book, by: terms))
    return Deliveries(book: book, terms: terms, acknowledged: Set(acknowledged))
  }

  /// Returns the due grants of a chain that another chain has, which are never made here.
  private func grantedElsewhere(
    of book: GrantBook, by terms: GrantTerms
  ) async throws -> Set<GrantID> {
    let due = book.due(by: terms, decidedAt: Instant(milliseconds: 0))
    let places = try await log.reading.places(of: Set(due.map(\.id)))
    let stream = StreamID.chain(book.chain.chain).key
    return Set(places.filter { $0.value.stream != stream }.keys)
  }

  /// Returns the ledger's current answer about how much of a purchase was used; nil for an unknown
  /// transaction.
  package func consumption(
    of transaction: TransactionID, in chain: ChainID
  ) async throws -> ConsumptionAnswer? {
    try await consumption(of: transaction, by: try await deliveries(of: chain))
  }

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
