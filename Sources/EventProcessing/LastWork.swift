/// Work that is done although its task was canceled: a lease is given back, a count is written.
///
/// It has little time then. A database that does not answer keeps nobody from stopping; what it did not take is
/// due again when its lease ends, or lost as the caller says.
package enum LastWork {
  /// The time from a cancellation to the end of the work. Several services have theirs one after another
  /// within the time that a server takes to stop.
  private static let grace: Duration = .seconds(2)

  /// Runs the work of a service that stops. It is canceled soon.
  package static func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task { try await work() }
    try await end(task)
  }

  /// Runs work as long as it takes. After a cancellation it goes on for a little, and is canceled too then.
  package static func outlive(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task { try await work() }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      Task { try? await end(task) }
    }
  }

  private static func end(_ task: Task<Void, any Error>) async throws {
    let limit = Task {
      try await Task.sleep(for: grace)
      task.cancel()
    }
    defer { limit.cancel() }
    try await task.value
  }
}
