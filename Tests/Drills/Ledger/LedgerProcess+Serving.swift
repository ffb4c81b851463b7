import AppStoreSimulator
import Foundation

extension LedgerProcess {
  private static let interval = Duration.milliseconds(50)

  /// Runs a ledger around `body`, which begins once the ledger is ready, and then ends the ledger
  /// with SIGTERM. A ledger that ends by itself ends `body`.
  func whileServing<Answer: Sendable>(
    only parts: String? = nil, _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    let ledger = try await serve(only: parts)
    defer { ledger.kill() }
    try await waitUntilReady(ledger)
    let answer = try await during(ledger, body)
    try await stop(ledger)
    return answer
  }

  /// Returns once the ledger reports that it is ready.
  func waitUntilReady(_ ledger: ChildProcess) async throws {
    let reader = LedgerReader(of: url, key: "", bundleID: "")
    try await during(ledger) { try await reader.waitUntilReady() }
  }

  /// Returns the error for a ledger that ended when it should have lived.
  func ended(_ ledger: ChildProcess) -> BrokenDrill {
    let code = ledger.code.map { "with \($0)" } ?? "and is still there"
    return BrokenDrill("the ledger ended \(code); see serve.log in \(home.path)")
  }

  private func stop(_ ledger: ChildProcess) async throws {
    guard ledger.send(SIGTERM), try await ledger.end(of: "the ledger") == 0 else {
      throw ended(ledger)
    }
  }

  private func during<Answer: Sendable>(
    _ ledger: ChildProcess, _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await explained(body) }
      group.addTask {
        while ledger.isRunning { try await Task.sleep(for: Self.interval) }
        throw ended(ledger)
      }
      guard let answer = try await group.next() else { throw ended(ledger) }
      return answer
    }
  }

  /// Runs `body`, and delays its errors. The connections of a ledger that ends break before its end
  /// is seen, which explains them.
  private func explained<Answer: Sendable>(
    _ body: @Sendable () async throws -> Answer
  ) async throws -> Answer {
    do {
      return try await body()
    } catch {
      try await Task.sleep(for: Self.interval * 4)
      throw error
    }
  }
}
