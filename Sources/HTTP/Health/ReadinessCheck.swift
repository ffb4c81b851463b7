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
actor RunningCheck {
  /// The time that a run may take, less than an answer to a request may.
  private static let patience: Duration = .milliseconds(1_800)

  nonisolated let name: String
  private let check: @Sendable () async throws -> ReadinessFinding
  private var isRunning = false

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
      if !finding.ok, let detail = finding.detail {
        logger.warning("not ready", metadata: ["check": "\(name)", "detail": "\(detail)"])
      }
      return finding
    } catch {
      logger.warning("not ready", metadata: ["check": "\(name)", "error": "\(error)"])
      return ReadinessFinding(ok: false, detail: "failed; the log says why")
    }
  }
}
