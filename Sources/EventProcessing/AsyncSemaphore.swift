/// An asynchronous semaphore with a fixed number of permits, granted in the order of arrival.
package actor AsyncSemaphore {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init(places: Int) {
    precondition(places > 0, "a semaphore needs at least one permit")
    free = places
  }

  /// Runs `body` once a permit is free, where the caller runs. A canceled task waits too: the tasks with permits end
  /// soon after their own cancellation.
  package nonisolated func pass<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    await enter()
    do {
      let result = try await body()
      await leave()
      return result
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
