import Synchronization

/// An asynchronous semaphore with a fixed number of permits, granted in the order of arrival.
package final class AsyncSemaphore: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  package init(places: Int) {
    precondition(places > 0, "a semaphore needs at least one permit")
    state = Mutex(State(free: places))
  }

  /// Runs `body` once a permit is free. A canceled task waits too: the tasks with permits end soon
  /// after their own cancellation.
  package func pass<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    await withCheckedContinuation { continuation in
      let enters = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if enters { continuation.resume() }
    }
    defer { leave() }
    return try await body()
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
