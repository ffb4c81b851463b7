package import Logging

/// A loop that repeats a piece of work until it is done, with a delay after errors.
///
/// An error is logged when it first occurs and when it is over, not on each repetition.
package struct RetryLoop: Sendable {
  private let name: String
  private let logger: Logger

  package init(name: String, logger: Logger) {
    self.name = name
    self.logger = logger
  }

  /// Calls the step for as long as it returns true, and again after errors, until the task is
  /// canceled.
  package func work(_ step: () async throws -> Bool) async {
    var failure = FailureState()
    var goesOn = true
    while goesOn, !Task.isCancelled {
      do {
        goesOn = try await step()
        if let failures = failure.end() {
          logger.notice("\(name) goes on", metadata: ["failures": "\(failures)"])
        }
      } catch {
        guard !Task.isCancelled else { return }
        let rest = failure.begin("\(error)")
        if rest.isNew {
          logger.error("\(name) rests after an error", metadata: ["error": "\(error)"])
        }
        try? await Task.sleep(for: rest.duration)  // cancellation ends the pause, then the loop
      }
    }
  }
}
