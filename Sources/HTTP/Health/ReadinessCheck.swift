import Logging

/// One check of readiness, which must pass or is only reported.
package struct ReadinessCheck: Sendable {
  package let name: String
  package let check: @Sendable () async throws -> ReadinessFinding

  package init(
    _ name: String, check: @escaping @Sendable () async throws -> ReadinessFinding
  ) {
    self.name = name
    self.check = check
  }
}

/// A check that runs once at a time. While a run goes on for too long, the check has no answer, and
/// no further run begins.
///
/// A failure is a line in the log when it begins, one for each further reason, and one when it is over, however often
/// somebody asks.
actor RunningCheck {
  /// The time that a run may take, less than an answer to a request may.
  private static let patience: Duration = .milliseconds(1_800)

  nonisolated let name: String
  private let check: @Sendable () async throws -> ReadinessFinding
  private var isRunning = false
  /// The failure that was logged last and is not over yet.
  private var failure: (since: ContinuousClock.Instant, reason: String)?

  init(_ check: ReadinessCheck) {
    name = check.name
    self.check = check.check
  }

  func finding(_ logger: Logger) async -> ReadinessFinding {
    guard !isRunning else { return .silent }
    isRunning = true
    return await FirstAnswer.of(
      { await self.run(logger) }, within: Self.patience, otherwise: .silent)
  }

  private func run(_ logger: Logger) async -> ReadinessFinding {
    defer { isRunning = false }
    do {
      let finding = try await check()
      if finding.ok {
        passed(logger)
      } else if let detail = finding.detail, !finding.isOfOutage {
        failed(detail, as: "detail", logger)
      }
      return finding
    } catch {
      failed("\(error)", as: "error", logger)
      return ReadinessFinding(ok: false, detail: "failed; the log says why")
    }
  }

  private func failed(_ reason: String, as key: String, _ logger: Logger) {
    guard reason != failure?.reason else { return }
    failure = (failure?.since ?? .now, reason)
    logger.warning("not ready", metadata: ["check": "\(name)", key: "\(reason)"])
  }

  private func passed(_ logger: Logger) {
    guard let past = failure else { return }
    failure = nil
    let took = ContinuousClock.now - past.since
    logger.notice(
      "ready again",
      metadata: [
        "check": "\(name)", "milliseconds": .stringConvertible(took.microseconds / 1_000),
      ])
  }
}
