import Ledger
import Synchronization

/// The outcome of one draft.
struct Written: Sendable {
  let appended: Appended
  /// The verdict of the decision; nil for a draft without one.
  let verdict: (any Sendable)?
}

/// The caller of an append, who waits for the commit or until the task is canceled.
final class Waiter: Sendable {
  private struct State {
    var outcome: Result<Written, any Error>?
    var continuation: CheckedContinuation<Written, any Error>?
  }

  private let state = Mutex(State())

  /// Gives the outcome to the caller. Only the first one counts.
  func give(_ outcome: Result<Written, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Written, any Error>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      return state.continuation
    }
    continuation?.resume(with: outcome)
  }

  func wait() async throws -> Written {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state -> Result<Written, any Error>? in
          if state.outcome == nil { state.continuation = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      give(.failure(CancellationError()))
    }
  }
}
