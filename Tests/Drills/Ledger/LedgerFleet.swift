import Foundation

/// A fleet of ledgers that share a database, to be killed one by one.
actor LedgerFleet {
  private static let interval = Duration.milliseconds(50)

  nonisolated let processes: [LedgerProcess]
  /// The running ledgers, with nil for one between its end and its next start.
  private var children: [ChildProcess?]
  /// The number of ledgers that were seen to die of their kill.
  private(set) var kills = 0

  init(_ processes: [LedgerProcess]) {
    self.processes = processes
    children = processes.map { _ in nil }
  }

  nonisolated var urls: [String] { processes.map(\.url) }

  /// Runs all ledgers around `body`, which begins once they are ready, and then ends them with
  /// SIGTERM. A ledger that ends by itself ends `body`.
  nonisolated func whileServing<Answer: Sendable>(
    _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    do {
      for number in processes.indices { try await start(number) }
      let answer = try await watched { [self] in
        try await waitUntilReady()
        return try await body()
      }
      try await stop()
      return answer
    } catch {
      await killAll()
      throw error
    }
  }

  /// Kills one ledger and starts it again. Returns as soon as the new process runs.
  func kill(_ number: Int) async throws {
    guard let child = children[number] else { return }
    children[number] = nil
    guard child.send(SIGKILL) else { throw processes[number].ended(child) }
    _ = try await child.end(of: "the killed ledger")
    guard child.wasKilled else { throw processes[number].ended(child) }
    kills += 1
    try await start(number)
  }

  /// Returns once each ledger reports that it is ready.
  nonisolated func waitUntilReady() async throws {
    for (number, process) in processes.enumerated() {
      if let child = await children[number] { try await process.waitUntilReady(child) }
    }
  }

  private func start(_ number: Int) async throws {
    children[number] = try await processes[number].serve()
  }

  private nonisolated func watched<Answer: Sendable>(
    _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer?.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await body() }
      group.addTask {
        while true {
          try await self.checkAlive()
          try await Task.sleep(for: Self.interval)
        }
      }
      guard let answer = try await group.next() ?? nil else { throw CancellationError() }
      return answer
    }
  }

  private func checkAlive() throws {
    for (process, child) in zip(processes, children) {
      if let child, !child.isRunning { throw process.ended(child) }
    }
  }

  private func stop() async throws {
    for (process, child) in zip(processes, children) {
      guard let child else { continue }
      guard child.send(SIGTERM), try await child.end(of: "a ledger") == 0 else {
        throw process.ended(child)
      }
    }
  }

  private func killAll() {
    for child in children { child?.kill() }
  }
}
