import EventStore
import Logging
import ServiceLifecycle

/// A service that notices what other processes do to the whole ledger: a new epoch, a pause, the
/// end of a pause.
struct InstallationMonitor: Service {
  private static let pause: Duration = .seconds(1)

  let log: EventLog
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      if let since = log.installation.pausedSince { tell(pausedSince: "\(since)") }
      while !Task.isCancelled {
        await check()
        try? await Task.sleep(for: Self.pause)  // cancellation ends the pause, then the loop
      }
    }
  }

  private func check() async {
    let before = log.installation
    do {
      let now = try await log.readInstallation()
      if now.epoch != before.epoch {
        logger.warning("an epoch began", metadata: ["epoch": "\(now.epoch)"])
      }
      if let since = now.pausedSince, !before.isPaused { tell(pausedSince: "\(since)") }
      if before.isPaused, !now.isPaused { logger.notice("the ledger was unpaused") }
    } catch {
      // The database cannot be reached. Its users report that; the next check asks again.
      logger.debug("the installation was not read", metadata: ["error": "\(error)"])
    }
  }

  private func tell(pausedSince moment: String) {
    logger.warning(
      "the ledger is paused: nothing is granted, nothing is sent",
      metadata: ["since": "\(moment)", "remedy": "daicho recover"])
  }
}
