import CLibPQ
import Foundation
import Synchronization

/// Carries the cancellation of a task to the statement it waits for, from any thread.
///
/// A request to cancel may reach the server after its statement has ended. Therefore a connection to
/// which one was sent is never used again. It may as well come between two messages of one statement,
/// when the server has nothing to cancel; therefore it is sent until the statement has ended.
final class Canceller: Sendable {
  private static let pauseMicroseconds: UInt32 = 50_000

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
    state.withLock { $0.isCancelled = true }
    guard send() else { return }
    Thread.detachNewThread {
      repeat { usleep(Self.pauseMicroseconds) } while self.send()
    }
  }

  /// False where no statement is running.
  private func send() -> Bool {
    state.withLock { state in
      guard state.isRunning, state.isCancelled, let request = state.request else { return false }
      state.wasSent = true
      var trouble = [CChar](repeating: 0, count: 256)
      PQcancel(request, &trouble, Int32(trouble.count))
      return true
    }
  }
}
