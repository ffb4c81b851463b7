import AppStoreSimulator
import Foundation

extension LedgerProcess {
  private static let interval = Duration.milliseconds(50)

  /// Lets a ledger serve while something is done that begins once it is ready, and ends it afterwards as
  /// on-call would. A ledger that ends by itself ends what is done.
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

  /// Returns once the ledger says it is ready.
  func waitUntilReady(_ ledger: ChildProcess) async throws {
    let reader = LedgerReader(of: url, key: "", bundleID: "")
    try await during(ledger) { try await reader.waitUntilReady() }
  }

  /// The ledger's end, where it should have lived.
  func ended(_ ledger: ChildProcess) -> BrokenTrial {
    let code = ledger.code.map { "with \($0)" } ?? "and is still there"
    return BrokenTrial("the ledger ended \(code); see serve.log in \(home.path)")
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

  /// The connections of a ledger that ends break before its end is seen, which explains them.
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
