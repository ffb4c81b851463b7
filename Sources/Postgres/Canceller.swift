import CLibPQ
import Foundation
import Synchronization

/// The bridge from the cancellation of a task, on any thread, to the statement that the task waits
/// for.
///
/// A cancel request may reach the server after its statement has ended. Therefore a connection to
/// which a request was sent is never used again. A request may also arrive between two messages of
/// one statement, when the server has nothing to cancel. Therefore requests are sent until the
/// statement has ended. A server that does not answer them in time loses the connection.
final class Canceller: Sendable {
  private static let pauseMicroseconds: UInt32 = 50_000
  /// The time that a server has to end a canceled statement.
  static let grace: Duration = .seconds(2)

  private struct State {
    var request: CancelRequest?
    var isRunning = false
    var isCancelled = false
    var wasSent = false
  }

  private let state = Mutex(State())
  private let watch: AnswerWatch
  private let name: AnswerWatch.Name

  /// - Parameter name: the name of the connection's session in the watch.
  init(_ watch: AnswerWatch, _ name: AnswerWatch.Name) {
    self.watch = watch
    self.name = name
  }

  /// Sets the connection to cancel. Call with a connection once it is open, and with nil before it
  /// closes.
  func attach(_ connection: OpaquePointer?) {
    state.withLock { $0.request = connection.flatMap(CancelRequest.init) }
  }

  var wasSent: Bool { state.withLock(\.wasSent) }
  var isCancelled: Bool { state.withLock(\.isCancelled) }

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

  /// Cancels the running statement, if there is one, and all later ones. Returns at once: a request
  /// to a frozen server blocks, so that a thread of its own sends it.
  func cancel() {
    let isRunning = state.withLock { state in
      state.isCancelled = true
      return state.isRunning
    }
    guard isRunning else { return }
    watch.hurry(name, until: .now + Self.grace)
    Thread.detachNewThread {
      while let request = self.nextRequest() {
        request.send()
        usleep(Self.pauseMicroseconds)
      }
    }
  }

  /// Returns the request to be sent; nil when no statement is running or nothing was canceled.
  private func nextRequest() -> CancelRequest? {
    state.withLock { state in
      guard state.isRunning, state.isCancelled, let request = state.request else { return nil }
      state.wasSent = true
      return request
    }
  }
}

/// The address and the secret by which a server cancels the statement of one session. It remains
/// valid after the session has ended.
private final class CancelRequest: @unchecked Sendable {
  private let pointer: OpaquePointer

  init?(_ connection: OpaquePointer) {
    guard let pointer = PQgetCancel(connection) else { return nil }
    self.pointer = pointer
  }

  deinit { PQfreeCancel(pointer) }

  /// Sends the request over a connection of its own. Blocks until the server has taken it.
  func send() {
    var message = [CChar](repeating: 0, count: 256)
    PQcancel(pointer, &message, Int32(message.count))
  }
}
