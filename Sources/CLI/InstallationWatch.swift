import EventStore
import Logging
import ServiceLifecycle

/// Learns what another process does with the whole ledger: that an epoch begins, and that it is held or
/// released.
struct InstallationWatch: Service {
  private static let pause: Duration = .seconds(1)

  let log: EventLog
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      if let since = log.installation.heldSince { tell(heldSince: "\(since)") }
      while !Task.isCancelled {
        await look()
        try? await Task.sleep(for: Self.pause)  // cancellation ends the rest, then the loop
      }
    }
  }

  private func look() async {
    let before = log.installation
    do {
      let now = try await log.readInstallation()
      if now.epoch != before.epoch {
        logger.warning("an epoch began", metadata: ["epoch": "\(now.epoch)"])
      }
      if let since = now.heldSince, !before.isHeld { tell(heldSince: "\(since)") }
      if before.isHeld, !now.isHeld { logger.notice("the ledger was released") }
    } catch {
      // The database is away: whoever needs it says so, and it is asked again.
      logger.debug("the installation was not read", metadata: ["error": "\(error)"])
    }
  }

  private func tell(heldSince moment: String) {
    logger.warning(
      "the ledger is held: nothing is granted, nothing goes out",
      metadata: ["since": "\(moment)", "remedy": "daicho recover"])
  }
}
