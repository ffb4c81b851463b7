package import Intake
package import Ledger

/// Links of accounts to chains, each by any transaction id of its chain.
package struct ChainLinks: Sendable {
  /// Returns the chain that tells a transaction; nil while none does.
  package typealias ChainOfTransaction =
    @Sendable (TransactionID, BundleID, StoreEnvironment) async throws -> ChainID?

  private let decisions: LinkDecisions
  private let chainOfTransaction: ChainOfTransaction

  package init(_ decisions: LinkDecisions, chainOfTransaction: @escaping ChainOfTransaction) {
    self.decisions = decisions
    self.chainOfTransaction = chainOfTransaction
  }

  /// Links a chain by the app's policy. An id that names no chain itself is taken for that of a
  /// transaction. Returns after the commit.
  func link(
    _ account: AccountID, to id: OriginalTransactionID, of bundleID: BundleID,
    in environment: StoreEnvironment
  ) async throws -> LinkOutcome {
    let outcome = try await decisions.link(account, to: id, of: bundleID, in: environment)
    guard outcome == .unknown,
      let chain = try await chainOfTransaction(
        TransactionID(id.rawValue), bundleID, environment),
      chain.originalTransactionID != id
    else { return outcome }
    return try await decisions.link(
      account, to: chain.originalTransactionID, of: bundleID, in: environment)
  }
}
