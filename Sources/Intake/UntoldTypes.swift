import EventStore
import Ledger

/// The kinds of products that no source told. Receipts may leave them out, and a purchase without one is
/// neither granted nor entitles to anything, so that the game must not finish it.
package struct UntoldTypes: Sendable {
  /// The reason of an item that waits until Apple or a catalog tells the kind of its product.
  package static let reason = "product_type_untold"

  private let accounts: AccountReader
  private let sharedState: SharedStateCache

  init(accounts: AccountReader, sharedState: SharedStateCache) {
    self.accounts = accounts
    self.sharedState = sharedState
  }

  /// Returns true if neither a source nor a catalog tells the kind of a transaction's product.
  func isUntold(_ transaction: TransactionID, in chain: ChainState) async throws -> Bool {
    let told = chain.asTold
    guard told.transactions[transaction]?.purchase.type == .untold else { return false }
    let typed = told.typed(by: try await sharedState.shared().catalogs(of: chain.chain.bundleID))
    return typed.transactions[transaction]?.purchase.type == .untold
  }

  /// Returns true if neither a source nor a catalog tells the kind of a transaction's product.
  func isUntold(_ transaction: TransactionID, of chain: ChainID) async throws -> Bool {
    try await isUntold(transaction, in: try await accounts.owners(of: chain).state)
  }

  /// Returns a submission with those items settled that waited for a kind which is known now.
  package func settling(_ submission: Submission) async throws -> Submission {
    var submission = submission
    let waiting = submission.items.filter(\.waitsForType).compactMap(\.chain)
    let chains = try await accounts.owners(of: Set(waiting)).mapValues(\.state)
    for (index, item) in submission.items.enumerated() where item.waitsForType {
      guard let chain = item.chain.flatMap({ chains[$0] }), let id = item.transactionID,
        try await !isUntold(id, in: chain)
      else { continue }
      submission.items[index].state = .settled
      submission.items[index].reason = nil
    }
    return submission
  }
}

extension Submission.Item {
  /// True for a recorded item that waits for the kind of its product.
  package var waitsForType: Bool { state == .pending && reason == UntoldTypes.reason }

  /// Makes a settled item wait for the kind of its product.
  mutating func waitForType() {
    state = .pending
    reason = UntoldTypes.reason
  }
}
