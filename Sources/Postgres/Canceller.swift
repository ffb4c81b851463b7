import CLibPQ
import Foundation
import Synchronization

/// The bridge from the cancellation of a task, on any thread, to the statement that the task waits
/// for.
///
/// A cancel request may reach the server after its statement has ended. Therefore a connection to
/// which a request was sent is never used again. A request may also arrive between two messages of
/// one statement, when the server has nothing to cancel. Therefore requests are sent until the
/// statement has ended.
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

  /// Sets the connection to cancel. Call with a connection once it is open, and with nil before it
  /// closes.
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

  /// Runs a statement; throws `canceled` if the task was canceled before.
  func run<Result>(_ body: () throws(PostgresError) -> Result) throws(PostgresError) -> Result {
    let isCancelled = state.withLock { state in
      state.isRunning = !state.isCancelled
      return state.isCancelled
    }
    guard !isCancelled else { throw .canceled }
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

  /// Sends a cancel request; returns false when no statement is running or nothing was canceled.
  private func send() -> Bool {
    state.withLock { state in
      guard state.isRunning, state.isCancelled, let request = state.request else { return false }
      state.wasSent = true
      var message = [CChar](repeating: 0, count: 256)
      PQcancel(request, &message, Int32(message.count))
      return true
    }
  }
}
