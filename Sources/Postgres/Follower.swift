package import Logging

/// Does a piece of work whenever there may be something to do: on a hint, and from time to time for what
/// no hint told of.
package struct Follower: Sendable {
  private let name: String
  private let logger: Logger
  private let listener: Listener?
  private let pollInterval: Duration

  package init(name: String, logger: Logger, listener: Listener?, pollInterval: Duration) {
    self.name = name
    self.logger = logger
    self.listener = listener
    self.pollInterval = pollInterval
  }

  /// Calls the step for as long as it says that there is more, until the task is cancelled.
  package func follow(_ step: @escaping @Sendable () async throws -> Bool) async {
    let (rings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        let worker = Worker(name: name, logger: logger)
        for await _ in rings { await worker.work(step) }
      }
      group.addTask { await ring(bell) }
      if let listener { group.addTask { await listener.run { _ in bell.yield() } } }
    }
  }

  /// For what no hint told of.
  private func ring(_ bell: AsyncStream<Void>.Continuation) async {
    while !Task.isCancelled {
      bell.yield()
      try? await Task.sleep(for: pollInterval)  // cancellation ends the rest, then the loop
    }
  }
}
