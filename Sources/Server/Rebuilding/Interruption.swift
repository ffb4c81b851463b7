import UnixSignals

/// The interruption of a command by Ctrl-C or SIGTERM, which ends its work at a place from which it can
/// go on.
package enum Interruption {
  /// Runs the body, and cancels it at the first signal. Throws `CancellationError` then.
  package static func canceling<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        for await _ in signals { return nil }
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let result = first else {
        group.cancelAll()
        // The work is left at its place before the process ends.
        while let left = await group.nextResult() {
          if case .success(let result?) = left { return result }
        }
        throw CancellationError()
      }
      return result
    }
  }
}
