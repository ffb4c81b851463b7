import CLibPQ
import Synchronization

/// Carries the cancellation of a task to the statement it waits for, from any thread.
///
/// A request to cancel may reach the server after its statement has ended. Therefore a connection to
/// which one was sent is never used again.
final class Canceller: Sendable {
  private struct State: @unchecked Sendable {
    var request: OpaquePointer?
    var isRunning = false
    var isCancelled = false
    var wasSent = false
  }

  private let state = Mutex(State())

  deinit { attach(nil) }

  /// To be called with a connection that is open, and with nil before it closes.
  func attach(_ connection: OpaquePointer?) {
    state.withLock { state in
      if let request = state.request { PQfreeCancel(request) }
      state.request = connection.map { PQgetCancel($0) } ?? nil
    }
  }

  var wasSent: Bool { state.withLock(\.wasSent) }

  func renew() {
    state.withLock { $0.isCancelled = false }
  }

  /// Runs a statement unless the task was cancelled before.
  func run<Result>(_ body: () throws(PostgresError) -> Result) throws(PostgresError) -> Result {
    let isCancelled = state.withLock { state in
      state.isRunning = !state.isCancelled
      return state.isCancelled
    }
    guard !isCancelled else { throw .cancelled }
    defer { state.withLock { $0.isRunning = false } }
    return try body()
  }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      guard state.isRunning, let request = state.request else { return }
      state.wasSent = true
      var trouble = [CChar](repeating: 0, count: 256)
      PQcancel(request, &trouble, Int32(trouble.count))
    }
  }
}
