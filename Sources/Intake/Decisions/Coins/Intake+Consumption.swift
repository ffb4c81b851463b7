import EventStore
package import Ledger

extension Intake {
  /// What the ledger can say now when Apple asks how much of a purchase was used; nil for a transaction
  /// that is not known.
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
