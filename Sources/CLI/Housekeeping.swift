import EventStore
import Logging
import ServiceLifecycle

/// Makes the partitions that the log will need, long before it needs them.
struct Housekeeping: Service {
  private static let pause: Duration = .seconds(60)

  let log: EventLog
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        await extendPartitions()
        try? await Task.sleep(for: Self.pause)  // cancellation ends the rest, then the loop
      }
    }
  }

  private func extendPartitions() async {
    do {
      let count = try await log.extendPartitions()
      if count > 0 { logger.info("partitions were made", metadata: ["count": "\(count)"]) }
    } catch  where Task.isCancelled {
      return
    } catch {
      logger.error("partitions could not be made", metadata: ["error": "\(error)"])
    }
  }
}
