import EventProcessing
package import EventStore
package import HTTP
package import Logging
import ServiceLifecycle

/// A service that keeps the embedded Postgres running as long as this process needs it.
package struct PostgresSupervisor: Service {
  private let database: Database
  private let logger: Logger

  package init(database: Database, logger: Logger) {
    self.database = database
    self.logger = logger
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown { await database.tend(logger: logger) }
    try? await gracefulShutdown()  // without an embedded Postgres there is nothing to do but wait
  }
}

/// A service that closes the log on shutdown, so that no commit in progress is cut off.
package struct LogClosing: Service {
  private let log: EventLog

  package init(log: EventLog) {
    self.log = log
  }

  package func run() async throws {
    try? await gracefulShutdown()  // after a cancellation the log is closed at once
    await log.close()
  }
}

/// A service that creates the partitions of the log long before they are needed.
package struct PartitionMaintenance: Service {
  private static let pause: Duration = .seconds(60)

  private let log: EventLog
  private let logger: Logger

  package init(log: EventLog, logger: Logger) {
    self.log = log
    self.logger = logger
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      let loop = RetryLoop(
        name: "the creation of partitions", logger: logger, outage: log.outage)
      while !Task.isCancelled {
        await loop.work {
          let count = try await log.extendPartitions()
          if count > 0 {
            logger.info("partitions were created", metadata: ["count": .stringConvertible(count)])
          }
          return false
        }
        try? await Task.sleep(for: Self.pause)  // cancellation ends the pause, then the loop
      }
    }
  }
}

/// A service that reports "not ready" on shutdown, for a moment before the server stops listening,
/// so that load balancers that ask `/readyz` stop sending requests.
package struct Draining: Service {
  private static let notification: Duration = .seconds(1)

  private let readiness: Readiness

  package init(readiness: Readiness) {
    self.readiness = readiness
  }

  package func run() async throws {
    try await gracefulShutdown()
    readiness.drain()
    try await Task.sleep(for: Self.notification)
  }
}
