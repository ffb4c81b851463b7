package import Logging

/// Does a piece of work again until it is done, resting after errors.
///
/// An error is logged when it begins and when it is over, not each time it comes again.
package struct Worker: Sendable {
  private let name: String
  private let logger: Logger

  package init(name: String, logger: Logger) {
    self.name = name
    self.logger = logger
  }

  /// Calls the work for as long as it says that there is more, and after errors, until the task is
  /// cancelled.
  package func work(_ step: () async throws -> Bool) async {
    var trouble = Trouble()
    var goesOn = true
    while goesOn, !Task.isCancelled {
      do {
        goesOn = try await step()
        if let failures = trouble.end() {
          logger.notice("\(name) goes on", metadata: ["failures": "\(failures)"])
        }
      } catch {
        guard !Task.isCancelled else { return }
        let rest = trouble.begin("\(error)")
        if rest.isNew {
          logger.error("\(name) rests after an error", metadata: ["error": "\(error)"])
        }
        try? await Task.sleep(for: rest.duration)  // cancellation ends the rest, then the loop
      }
    }
  }
}
