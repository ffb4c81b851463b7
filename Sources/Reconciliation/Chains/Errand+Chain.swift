import AppStore
import Ledger
import Outbox

extension Errand {
  /// Asks Apple about the chain that an errand names, and says what came of it.
  func askingApple(
    _ question: (StoreFront, ChainID) async throws -> Void
  ) async throws -> ErrandOutcome {
    guard let store = StoreFront(self) else { return .never(reason: "unreadable_content") }
    do {
      try await question(store, ChainID(store.environment, OriginalTransactionID(subject)))
      return .done
    } catch let error as ServerAPIError {
      return ErrandOutcome(error)
    } catch is ServerAPIKeyMissing {
      return .keyMissing
    }
  }
}
