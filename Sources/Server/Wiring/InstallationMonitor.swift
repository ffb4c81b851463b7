package import EventStore
package import Logging
import Postgres
import ServiceLifecycle

/// A service that notices what happens to the whole ledger: a database that lost commits, a new epoch, a
/// pause, the end of a pause.
package struct InstallationMonitor: Service {
  private static let pause: Duration = .seconds(1)

  private let log: EventLog
  private let logger: Logger

  package init(log: EventLog, logger: Logger) {
    self.log = log
    self.logger = logger
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      if log.installation.isPaused { tell(log.installation) }
      while !Task.isCancelled {
        await check()
        try? await Task.sleep(for: Self.pause)  // cancellation ends the pause, then the loop
      }
    }
  }

  private func check() async {
    let before = log.installation
    do {
      let now = try await log.observe()
      if now.epoch != before.epoch {
        logger.warning("an epoch began", metadata: ["epoch": "\(now.epoch)"])
      }
      if now.isPaused, !before.isPaused { tell(now) }
      if before.isPaused, !now.isPaused { logger.notice("the ledger was unpaused") }
      log.outage.succeeded()
    } catch {
      guard !Task.isCancelled, !log.outage.failed("the look at the installation", error) else {
        return
      }
      logger.debug("the installation was not read", metadata: ["error": "\(error)"])
    }
  }

  private func tell(_ installation: Installation) {
    logger.warning(
      "the ledger is paused: nothing is granted, nothing is sent",
      metadata: [
        "since": "\(installation.pausedSince.map { "\($0)" } ?? "")",
        "because": "\(installation.pausedBecause ?? "")", "remedy": "daicho recover",
      ])
  }
}
