import Ledger
import Outbox

extension Errand {
  /// Asks Apple about the chain that an errand names, and says what came of it.
  func askingApple(
    _ question: (StoreFront, ChainID) async throws -> Void
  ) async throws -> ErrandOutcome {
    guard let store = StoreFront(self) else { return .unreadable }
    return try await .asking {
      try await question(store, ChainID(store.environment, OriginalTransactionID(subject)))
    }
  }
}
