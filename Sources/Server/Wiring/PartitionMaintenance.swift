import EventStore
import Logging
import ServiceLifecycle

/// A service that creates the partitions of the log long before they are needed.
struct PartitionMaintenance: Service {
  private static let pause: Duration = .seconds(60)

  let log: EventLog
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        await extendPartitions()
        try? await Task.sleep(for: Self.pause)  // cancellation ends the pause, then the loop
      }
    }
  }

  private func extendPartitions() async {
    do {
      let count = try await log.extendPartitions()
      if count > 0 { logger.info("partitions were created", metadata: ["count": "\(count)"]) }
    } catch  where Task.isCancelled {
      return
    } catch {
      logger.error("partitions could not be created", metadata: ["error": "\(error)"])
    }
  }
}
