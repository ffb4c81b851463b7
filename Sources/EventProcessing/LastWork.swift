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

  /// Runs the work of a service that stops. It is canceled soon, and once one was, the next is not begun: each
  /// would wait as long for the same database.
  package func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
    guard !isLate.withLock(\.self) else { throw CancellationError() }
    let task = Task { try await work() }
    try await Self.end(task) { self.isLate.withLock { $0 = true } }
  }

  /// Runs work as long as it takes. After a cancellation it goes on for a little, and is canceled too then.
  package static func outlive(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task { try await work() }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      Task { try? await end(task) {} }
    }
  }

  private static func end(
    _ task: Task<Void, any Error>, onLate note: @escaping @Sendable () -> Void
  ) async throws {
    let limit = Task {
      try await Task.sleep(for: grace)
      note()
      task.cancel()
    }
    defer { limit.cancel() }
    try await task.value
  }
}
