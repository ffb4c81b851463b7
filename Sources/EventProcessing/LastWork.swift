import Synchronization

/// Work that is done although its task was canceled: a lease is given back, a count is written.
///
/// It has little time then. A database that does not answer keeps nobody from stopping; what it did not take is
/// due again when its lease ends, or lost as the caller says.
package final class LastWork: Sendable {
  /// The time from a cancellation to the end of the work.
  private static let grace: Duration = .seconds(2)

  private let isLate = Mutex(false)

  /// Creates the last work of the services of one process, which stop one after another.
  package init() {}

  /// Runs the work of a service that stops. It is canceled soon and not waited for, and once one was, the next
  /// is not begun: each would wait as long for the same database.
  package func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
    guard !isLate.withLock(\.self) else { throw CancellationError() }
    let awaited = AwaitedWork(work)
    let limit = Task {
      try await Task.sleep(for: Self.grace)
      isLate.withLock { $0 = true }
      awaited.leave()
    }
    defer { limit.cancel() }
    try await awaited.end()
  }

  /// Runs work as long as it takes. After a cancellation it goes on for a little; then it is canceled, and not
  /// waited for.
  package static func outlive(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let awaited = AwaitedWork(work)
    try await withTaskCancellationHandler {
      try await awaited.end()
    } onCancel: {
      Task {
        try await Task.sleep(for: grace)
        awaited.leave()
      }
    }
  }
}

/// Work in a task of its own, whose end is awaited unless it is left. A session that is being opened does not hear
/// of a cancellation.
private final class AwaitedWork: Sendable {
  private struct State {
    var outcome: Result<Void, any Error>?
    var continuation: CheckedContinuation<Void, any Error>?
  }

  private let task: Task<Void, any Error>
  private let state: Mutex<State>

  init(_ work: @escaping @Sendable () async throws -> Void) {
    state = Mutex(State())
    task = Task { try await work() }
  }

  /// Waits for the end of the work; throws `CancellationError` once it is left.
  func end() async throws {
    Task { settle(await task.result) }
    try await withCheckedThrowingContinuation { continuation in
      let outcome = state.withLock { state in
        if state.outcome == nil { state.continuation = continuation }
        return state.outcome
      }
      if let outcome { continuation.resume(with: outcome) }
    }
  }

  /// Cancels the work, and waits for it no longer.
  func leave() {
    task.cancel()
    settle(.failure(CancellationError()))
  }

  private func settle(_ outcome: Result<Void, any Error>) {
    let continuation = state.withLock { state in
      guard state.outcome == nil else { return CheckedContinuation<Void, any Error>?.none }
      state.outcome = outcome
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(with: outcome)
  }
}
