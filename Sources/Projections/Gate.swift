/// Lets so many in at a time, in the order in which they came.
actor Gate {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) {
    precondition(places > 0, "a gate lets somebody in")
    free = places
  }

  /// Whoever was cancelled waits as well; those inside end soon when they are.
  func pass<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    await enter()
    defer { leave() }
    return try await body()
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
