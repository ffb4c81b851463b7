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

  /// Links a chain by the app's policy. Returns after the commit.
  func link(
    _ account: AccountID, to id: OriginalTransactionID, of bundleID: BundleID,
    in environment: StoreEnvironment
  ) async throws -> LinkOutcome {
    try await decide(on: id, of: bundleID, in: environment) { id in
      try await decisions.link(account, to: id, of: bundleID, in: environment)
    }
  }

  /// Assigns a chain to an account by a person's decision, regardless of the policy, with its coins if
  /// wanted. Returns after the commit.
  package func assign(
    _ id: OriginalTransactionID, to account: AccountID, of bundleID: BundleID,
    in environment: StoreEnvironment, withCoins: Bool, author: String, reason: String
  ) async throws -> LinkOutcome {
    try await decide(on: id, of: bundleID, in: environment) { id in
      try await decisions.assign(
        id, to: account, of: bundleID, in: environment, withCoins: withCoins, author: author,
        reason: reason)
    }
  }

  /// Undoes the last change of a chain's owners by a person's decision, with the coins that it moved. Returns
  /// after the commit.
  package func undo(
    of id: OriginalTransactionID, of bundleID: BundleID, in environment: StoreEnvironment,
    author: String, reason: String
  ) async throws -> LinkOutcome {
    try await decide(on: id, of: bundleID, in: environment) { id in
      try await decisions.undoLink(
        of: id, of: bundleID, in: environment, author: author, reason: reason)
    }
  }

  /// Decides on the chain of an id. An id that names no chain itself is taken for that of a transaction.
  private func decide(
    on id: OriginalTransactionID, of bundleID: BundleID, in environment: StoreEnvironment,
    by decision: (OriginalTransactionID) async throws -> LinkOutcome
  ) async throws -> LinkOutcome {
    let outcome = try await decision(id)
    guard outcome == .unknown,
      let chain = try await chainOfTransaction(
        TransactionID(id.rawValue), bundleID, environment),
      chain.originalTransactionID != id
    else { return outcome }
    return try await decision(chain.originalTransactionID)
  }
}
