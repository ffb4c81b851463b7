import AppStore
import Ledger
import Outbox

extension Job {
  /// Asks Apple about the chain that a job names, and returns the result.
  ///
  /// Apple at times denies an id that it gave before, and knows a new one late. So the question is asked again
  /// for days, unless only a player named the purchase.
  func askingApple(
    by cursors: ReconciliationCursors, _ question: (StoreEndpoint, ChainID) async throws -> Void
  ) async throws -> JobResult {
    guard let store = StoreEndpoint(self) else { return .unreadable }
    let chain = ChainID(store.bundleID, store.environment, OriginalTransactionID(subject))
    do {
      return try await .asking {
        do {
          try await question(store, chain)
        } catch let error as ServerAPIError where error.isNotFound {
          throw NotFound(word: error.word)
        }
      }
    } catch let error as NotFound {
      let isOnlyNamed = account != nil
      if isOnlyNamed, try await cursors.cursor(chain) == nil {
        return .never(reason: JobKind.purchaseUnknown)
      }
      return .retry(reason: error.word)
    }
  }
}

/// An answer of Apple's that it knows no such transaction.
private struct NotFound: Error {
  let word: String
}
