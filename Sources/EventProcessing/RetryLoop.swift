package import Logging
package import Postgres

/// A loop that repeats a piece of work until it is done, with a delay after errors.
///
/// A failure is logged when it begins and when it is over, not on each repetition, and once for all loops
/// that share a log of failures.
package struct RetryLoop: Sendable {
  private let name: String
  private let logger: Logger
  private let failures: FailureLog

  package init(name: String, logger: Logger, failures: FailureLog) {
    self.name = name
    self.logger = logger
    self.failures = failures
  }

  /// - Parameter outage: the log of the database's outages; nil if there is none.
  package init(name: String, logger: Logger, outage: OutageLog? = nil) {
    self.init(name: name, logger: logger, failures: FailureLog(outage: outage))
  }

  /// Calls the step for as long as it returns true, and again after errors, until the task is
  /// canceled.
  package func work(_ step: () async throws -> Bool) async {
    var failure = FailureState()
    var goesOn = true
    while goesOn, !Task.isCancelled {
      do {
        goesOn = try await step()
        if failure.end() != nil { failures.succeeded(name, to: logger) }
      } catch {
        guard !Task.isCancelled else { return }
        let rest = failure.begin("\(error)")
        failures.failed(name, error, to: logger)
        try? await Task.sleep(for: rest.duration)  // cancellation ends the pause, then the loop
      }
    }
  }
}
