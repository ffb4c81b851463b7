package import Access
package import EventProcessing
package import Logging
package import Postgres
import ServiceLifecycle

/// A service that records when each key was last used, once a minute and at the end.
package struct KeyUseRecording: Service {
  private static let pause: Duration = .seconds(60)

  private let keys: APIKeys
  private let lastWork: LastWork
  private let logger: Logger
  private let outage: OutageLog?

  package init(
    _ keys: APIKeys, lastWork: LastWork = LastWork(), logger: Logger, outage: OutageLog? = nil
  ) {
    self.keys = keys
    self.lastWork = lastWork
    self.logger = logger
    self.outage = outage
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      let loop = RetryLoop(
        name: "the record of the uses of keys", logger: logger, outage: outage)
      while !Task.isCancelled {
        await loop.work {
          try await keys.recordUses()
          return false
        }
        try? await Task.sleep(for: Self.pause)  // cancellation ends the pause, then the loop
      }
    }
    // A use that is lost at the end is no reason to stop later.
    try? await lastWork.run { try await keys.recordUses() }
  }
}
