package import Logging

/// A loop that works on each hint, and at an interval in case a hint was missed.
package struct PollLoop: Sendable {
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

  /// Calls the step after each hint and interval until the task is canceled. The step is repeated
  /// for as long as it returns true.
  package func follow(_ step: @escaping @Sendable () async throws -> Bool) async {
    let (signals, sender) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        let worker = RetryLoop(name: name, logger: logger)
        for await _ in signals { await worker.work(step) }
      }
      group.addTask { await signal(sender) }
      if let listener { group.addTask { await listener.run { _ in sender.yield() } } }
    }
  }

  /// Signals at each interval, in case a hint was missed.
  private func signal(_ sender: AsyncStream<Void>.Continuation) async {
    while !Task.isCancelled {
      sender.yield()
      try? await Task.sleep(for: pollInterval)  // cancellation ends the pause, then the loop
    }
  }
}
