import Ledger
import Outbox

extension Job {
  /// Asks Apple about the chain that a job names, and returns the result.
  func askingApple(
    _ question: (StoreEndpoint, ChainID) async throws -> Void
  ) async throws -> JobResult {
    guard let store = StoreEndpoint(self) else { return .unreadable }
    return try await .asking {
      try await question(
        store, ChainID(store.bundleID, store.environment, OriginalTransactionID(subject)))
    }
  }
}
