import EventProcessing
package import EventStore
import Ledger
package import Logging
package import Postgres
import ServiceLifecycle

/// The first build of projections that were never read. A small log is built at once; for a large one
/// the person on call is told what to run.
package struct FirstBuild: Service {
  /// The number of events from which a person decides when the log is read.
  package static let eventsMax: Int64 = 1_000_000
  private static let pause: Duration = .seconds(5)

  /// The state of projections before they are read.
  package enum Finding: Hashable, Sendable {
    case built
    /// Another process builds them.
    case elsewhere
    /// The log has so many events.
    case tooLong(Int64)
  }

  private let pool: Pool
  private let log: EventLog
  private let logger: Logger

  package init(pool: Pool, log: EventLog, logger: Logger) {
    self.pool = pool
    self.log = log
    self.logger = logger
  }

  /// Builds projections whenever a lane is found that no consumer reads page by page.
  package func run() async throws {
    await cancelWhenGracefulShutdown {
      let loop = RetryLoop(
        name: "the first build of projections", logger: logger, outage: log.outage)
      var isReported = false
      while !Task.isCancelled {
        await loop.work {
          if case .tooLong(let events) = try await build(), !isReported {
            isReported = true
            logger.critical(
              "the projections were never built, and answers lack what they hold",
              metadata: [
                "events": .stringConvertible(events), "remedy": "daicho projections rebuild --all",
              ])
          }
          return false
        }
        try? await Task.sleep(for: Self.pause)  // cancellation ends the pause, then the loop
      }
    }
  }

  /// Builds projections that were never read, if the log is small.
  package func build() async throws -> Finding {
    let live = LiveProjections(pool: pool, log: log)
    guard try await !live.isBuilt() else { return .built }
    let events = try await live.events()
    guard events < Self.eventsMax else { return .tooLong(events) }
    do {
      _ = try await Rebuild(pool: pool, log: log, logger: logger).run()
    } catch RebuildError.underWay {
      return .elsewhere
    }
    return .built
  }
}
