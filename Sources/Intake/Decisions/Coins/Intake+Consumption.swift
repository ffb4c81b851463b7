import EventStore
package import Ledger

extension Intake {
  /// What the ledger can say now when Apple asks how much of a purchase was used; nil for a transaction
  /// that is not known.
  package func consumption(
    of transaction: TransactionID, in chain: ChainID
  ) async throws -> ConsumptionAnswer? {
    let events = try await log.events(of: .chain(chain))
    let book = GrantBook(ChainState(chain), grants: events)
    guard book.chain.transactions[transaction] != nil else { return nil }
    let acknowledged = events.compactMap { event -> GrantID? in
      if case .grantAcknowledged(let word) = event.event { word.grant } else { nil }
    }
    return ConsumptionAnswer(
      on: transaction, of: book, by: Commons(try await log.commons()).grantTerms(of: book.chain),
      acknowledged: Set(acknowledged), wallet: try await wallet(of: transaction, in: book))
  }

  /// The wallet that the coins of a transaction belong in; nil while they are nobody's.
  private func wallet(
    of transaction: TransactionID, in book: GrantBook
  ) async throws -> Wallet? {
    let standing = book.standings.first { $0.grant.transactionID == transaction }
    guard let standing, let account = standing.account else { return nil }
    return try await wallets.wallet(
      of: account, in: standing.grant.bundleID, environment: book.chain.chain.environment
    ).wallet
  }
}
